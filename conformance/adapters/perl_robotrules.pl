# perl_robotrules.pl - WWW::RobotRules (Debian's libwww-robotrules-perl).
#
# SPDX-License-Identifier: CC0-1.0
use strict;
use warnings;
use JSON::PP;
use MIME::Base64;
use URI;
use WWW::RobotRules;

$| = 1;
my $robots = '';
while (my $line = <STDIN>) {
	my $question = decode_json($line);
	my ($token, $url) = map { decode_base64($question->{$_}) } qw(token url);
	$robots = decode_base64($question->{robots}) if $question->{robots} ne '=';
	my $verdict = eval {
		my $rules = WWW::RobotRules->new($token);
		$rules->parse(URI->new_abs('/robots.txt', $url)->as_string, $robots);
		$rules->allowed($url) ? 'allow' : 'disallow';
	};
	print encode_json({ verdict => $verdict // 'refuse' }), "\n";
}
