# ruby_webrobots.rb - webrobots (Debian's ruby-webrobots), fed with the text in place of a fetch.
#
# SPDX-License-Identifier: CC0-1.0
require 'base64'
require 'json'
require 'webrobots'

$stdout.sync = true
text = nil
STDIN.each_line do |line|
  question = JSON.parse(line)
  token, url = %w[token url].map { |key| Base64.decode64(question[key]) }
  text = Base64.decode64(question['robots']) if question['robots'] != '='
  verdict =
    begin
      robots = WebRobots.new(token, http_get: ->(_uri) { text })
      robots.allowed?(url) ? 'allow' : 'disallow'
    rescue StandardError
      'refuse'
    end
  puts JSON.generate(verdict: verdict)
end
