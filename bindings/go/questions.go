// SPDX-License-Identifier: Apache-2.0

package robotsc

import "time"

// The questions of enum robotsc_question_kind in bindings/c/bind.h.
const (
	askLint     = 1
	askExplain  = 3
	askSummary  = 4
	askCompare  = 5
	askGenerate = 6
	askPage     = 7
	askRecords  = 10
	askDecision = 11
	askRules    = 13
	askSitemap  = 14
	askEdit     = 15
)

// Bits of enum flag in bindings/c/flags.h.
const (
	flagChanges    = 16
	flagEmpty      = 256
	flagSiteUp     = 512
	flagAllow429   = 1024
	flagCached     = 2048
	flagRefused    = 4096
	flagBIsBlob    = 16384
	flagProve      = 32768
	flagPage       = 65536
	flagPublicSite = 262144
)

// Limits of steps for an answer, as in the command.
const (
	lintSteps  = 40e6
	proveSteps = 100e6
	asObjects  = 5 // a report as an object of JSON a line
)

type numbers [5]float64

func ask(kind int32, flags uint32, n numbers, texts ...string) ([]byte, error) {
	return question(func(e *instance) int32 {
		return e.m.Xask(kind, int32(flags), n[0], n[1], n[2], n[3], n[4])
	}, texts...)
}

// askOf asks about texts in the options' dialect; tokens are names of robots.
func askOf(kind int32, options *Options, more uint32, n numbers, tokens []string, texts ...string) ([]byte, error) {
	flags, dialect := options.reading()
	answer, err := ask(kind, flags|more, n, append(append([]string{dialect.String()}, texts...), tokens...)...)
	return answer, about(dialect, tokens, err)
}

// Explain says, as an object of JSON, which lines decide about a URL, and what would change the
// verdict: as robotsc explain.
func Explain(text []byte, url string, options *Options, tokens ...string) ([]byte, error) {
	return askOf(askExplain, options, flagChanges, numbers{1}, tokens, string(text), url)
}

// Lint finds mistakes and surprises, as JSON.
func Lint(text []byte, options *Options) ([]byte, error) {
	public := bit(options != nil && options.PublicSite, flagPublicSite)
	return askOf(askLint, options, public, numbers{lintSteps, 1}, nil, string(text), "robots.txt")
}

// Summary says, as an object of JSON, what a text means for known crawlers and for those that it
// names: as robotsc summary.
func Summary(text []byte, options *Options) ([]byte, error) {
	return askOf(askSummary, options, 0, numbers{lintSteps, 1}, nil, string(text), "robots.txt", "")
}

// Diff proves what robots may fetch by one text and not by the other: a line with an object of JSON
// for each token; without tokens, for each robot that the texts name, and for all others.
func Diff(old, new []byte, options *Options, tokens ...string) ([]byte, error) {
	_, dialect := options.reading()
	return askOf(askCompare, options, 0, numbers{proveSteps, 3, asObjects}, tokens,
		string(old), "old", dialect.String(), string(new), "new")
}

// Verify proves that the policy and the text give each path the same verdict.  It answers with
// lines like those of Diff.
func (p *Policy) Verify(text []byte, options *Options, tokens ...string) ([]byte, error) {
	of := Options{}
	if options != nil {
		of = *options
	}
	of.Dialect = p.dialect
	return askOf(askCompare, &of, flagBIsBlob|flagProve, numbers{proveSteps, 1, asObjects}, tokens,
		string(text), "", p.dialect.String(), string(p.blob), "")
}

// Generate gives up to count paths that show what a robot may fetch, with their verdicts, as JSON.
func Generate(text []byte, count int, options *Options, tokens ...string) ([]byte, error) {
	// 3: paths with both verdicts; below 0: not random
	return askOf(askGenerate, options, 0, numbers{proveSteps, float64(count), 3, -1}, tokens, string(text))
}

// Rules lists the rules of a text: objects of JSON with group, agents, line, kind, pattern and
// canonical; equal patterns have the same canonical.
func Rules(text []byte, options *Options) ([]byte, error) {
	return askOf(askRules, options, 0, numbers{}, nil, string(text))
}

// Sitemap says, as an object of JSON, which URLs of a sitemap (XML or a list) a text closes to
// robots.  names: purposes of known crawlers, and product tokens; none: search.  For an index, the
// object has its parts, which are not judged.  It also has counts.
func Sitemap(text, sitemap []byte, options *Options, names ...string) ([]byte, error) {
	return askOf(askSitemap, options, 0, numbers{}, names, string(text), string(sitemap))
}

// Edit shuts crawlers out of a text, or lets them in, and keeps its other lines.  In the object of
// JSON that it returns, the outcome is proved, or else the text is null.  Names are as in Sitemap.
func Edit(text []byte, options *Options, shutOut, letIn []string) ([]byte, error) {
	names := append(append([]string{}, shutOut...), letIn...)
	return askOf(askEdit, options, 0, numbers{lintSteps, float64(len(shutOut))}, names, string(text), "")
}

// Page says, as JSON, what a page and the header fields of its response ("Name: value") mean.
func Page(html []byte, header []string, tokens ...string) ([]byte, error) {
	texts := append(append([]string{string(html)}, header...), tokens...)
	answer, err := ask(askPage, 0, numbers{float64(len(header)), 1}, texts...)
	return answer, about(RFC9309, tokens, err)
}

// Fetch is how a fetch of a robots.txt ended.
type Fetch struct {
	Status      int                 // of the response; 0 without one
	End         string              // "" for a response; dns, timeout, as robotsc access
	At          time.Time           // when
	Header      map[string][]string // of the response, an http.Header
	Redirects   int                 // that were followed
	Unreachable time.Duration       // how long the host could not be reached before
	Cached      bool                // the crawler has a copy
	CachedAge   time.Duration       // which it fetched so long ago
	Profile     string              // by its name; "" for that of the dialect
	Dialect     Dialect             // how the text is read
	Challenge   string              // what a challenge counts as: "" for parse, or unavailable
	Empty       bool                // the body is empty
	Page        bool                // the body is a web page
	SiteUp      bool                // other pages of the host answer
	Allow429    bool                // 429 is taken for a missing file
	Refused     bool                // the redirect led where the crawler does not follow
}

// Decision is what the end of a fetch means for the crawler, and for how long.
type Decision struct {
	Outcome    string    // parse, allow, deny and others that robotsc access prints
	Profile    string    // whose rules decided
	Reason     string    // in words
	End        string    // of the fetch
	Status     int       // of the response
	Fetched    time.Time // when
	Since      time.Time // since when the host cannot be reached
	Expires    time.Time // when to fetch again
	Revalidate bool      // ask with the validators of the copy
	Challenge  bool      // the response was a challenge
}

// Access decides what the end of a fetch means: whether its body is to be compiled, or which rules
// hold without it.
func Access(f *Fetch) (*Decision, error) {
	flags := bit(f.Empty, flagEmpty) | bit(f.Page, flagPage) | bit(f.SiteUp, flagSiteUp) |
		bit(f.Allow429, flagAllow429) | bit(f.Cached, flagCached) | bit(f.Refused, flagRefused)
	texts := []string{f.Profile, f.Dialect.String(), or(f.End, "response"), or(f.Challenge, "parse")}
	for name, values := range f.Header {
		for _, value := range values {
			texts = append(texts, name, value)
		}
	}
	answer, err := ask(askDecision, flags, numbers{float64(f.Status), float64(f.Redirects), float64(f.At.Unix()),
		f.Unreachable.Seconds(), f.CachedAge.Seconds()}, texts...)
	if err != nil {
		return nil, err
	}
	d := (*packed)(&answer).decision()
	return &d, nil
}

func (p *packed) decision() (d Decision) {
	d.Status, d.Fetched, d.Since, d.Expires = int(p.number()), p.time(), p.time(), p.time()
	d.Revalidate, d.Challenge = p.number() != 0, p.number() != 0
	d.Outcome, d.Profile, d.Reason, d.End = p.text(), p.text(), p.text(), p.text()
	return d
}

func or(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

func (p *packed) time() time.Time { return time.Unix(p.number(), 0) }
