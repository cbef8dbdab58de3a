// SPDX-License-Identifier: Apache-2.0

// Package robotsc compiles robots.txt into small policies and checks URLs, exactly as RFC 9309
// says, or as google/robotstxt does.  No text is refused, and no URL makes a check fail.
//
// It is the library of robotsc, translated to Go: it needs no cgo and no C compiler.  Policies and
// agents do not change: goroutines share them, and nothing is closed.
package robotsc

import "fmt"

// Dialect is how a robots.txt is read.
type Dialect uint8

const (
	RFC9309    Dialect = iota // RFC 9309
	Google                    // as google/robotstxt reads it
	Nexor1994                 // A Standard for Robot Exclusion, 1994
	Koster1996                // draft-koster-robots-00, 1996
	Conner2                   // Conner's proposal of version 2.0.0, 1996
)

var dialects = [...]string{"rfc9309", "google", "nexor1994", "koster1996", "conner2"}

// String is the name of the dialect in the command.
func (d Dialect) String() string {
	if int(d) < len(dialects) {
		return dialects[d]
	}
	return fmt.Sprintf("Dialect(%d)", uint8(d))
}

// ParseDialect finds a dialect by its name, or returns ErrDialect.
func ParseDialect(name string) (Dialect, error) {
	for d, known := range dialects {
		if known == name {
			return Dialect(d), nil
		}
	}
	return 0, fmt.Errorf("%q: %w", name, ErrDialect)
}

// Options say how to compile; nil means RFC 9309, all robots, with records.
type Options struct {
	Dialect Dialect
	// Agents are product tokens to compile for; none: the policy answers for all robots.
	Agents []string
	// OneRobot: Agents are names of one robot, and groups that name any of them are merged.
	OneRobot bool
	// NoRecords leaves out the records, which Records, Usage and NextFetch read.
	NoRecords bool
	// Quick is for a policy with a few hundred questions: it is made faster, but slower to ask.
	Quick bool
	// StrictFields, of RFC9309: takes only exact spellings of fields.
	StrictFields bool
	// Conner2RestDeny, of Conner2: a record with Disallow and plain Allow lines disallows what
	// no rule matches.
	Conner2RestDeny bool
	// AIPrefRule, of RFC9309: Content-Usage ends a list of User-agent lines.
	AIPrefRule bool
	// PublicSite, of Lint: the site is meant to be found, so closing it is an error.
	PublicSite bool
}

// Bits of enum flag in bindings/c/flags.h.
const (
	flagStrictFields    = 1
	flagConner2RestDeny = 2
	flagRecords         = 4
	flagAIPrefRule      = 8
	flagQuick           = 131072
	flagOneRobot        = 524288
)

func bit(set bool, flag uint32) uint32 {
	if set {
		return flag
	}
	return 0
}

// reading returns the flags for reading texts, and the dialect.
func (o *Options) reading() (uint32, Dialect) {
	if o == nil {
		return 0, RFC9309
	}
	return bit(o.StrictFields, flagStrictFields) | bit(o.Conner2RestDeny, flagConner2RestDeny) |
		bit(o.AIPrefRule, flagAIPrefRule) | bit(o.OneRobot, flagOneRobot), o.Dialect
}

// Policy is a compiled robots.txt.
//
// As an encoding.BinaryMarshaler it is its blob, which all languages read.
type Policy struct {
	blob    []byte
	dialect Dialect
}

// Compile compiles a robots.txt.  Only options can be refused: ErrArgument for an agent that is no
// product token.
func Compile(text []byte, options *Options) (*Policy, error) {
	if options == nil {
		options = &Options{}
	}
	flags, dialect := options.reading()
	flags |= bit(!options.NoRecords, flagRecords) | bit(options.Quick, flagQuick)
	blob, err := question(func(e *instance) int32 {
		return e.m.Xcompile(int32(dialect), int32(flags))
	}, append(options.Agents[:len(options.Agents):len(options.Agents)], string(text))...)
	if err != nil {
		return nil, about(dialect, options.Agents, err)
	}
	return &Policy{blob, dialect}, nil
}

// about says in an ErrArgument which of the tokens is no product token.
func about(dialect Dialect, tokens []string, err error) error {
	if err != ErrArgument {
		return err
	}
	found := int32(-1)
	question(func(e *instance) int32 {
		found = e.m.Xno_token(int32(dialect))
		return 0
	}, tokens...)
	if found < 0 {
		return err
	}
	return fmt.Errorf("%q is no product token; AgentForHeader takes a whole header: %w", tokens[found], err)
}

// Open verifies a blob, from anybody, and copies it.
func Open(blob []byte) (*Policy, error) {
	p := new(Policy)
	if err := p.UnmarshalBinary(blob); err != nil {
		return nil, err
	}
	return p, nil
}

// UnmarshalBinary is Open, for a policy that nobody else uses.
func (p *Policy) UnmarshalBinary(blob []byte) error {
	e := take()
	own := append([]byte(nil), blob...)
	err := e.load(own)
	if err == nil {
		err = status(e.m.Xpolicy_open(0))
	}
	if err == nil {
		e.opened = true
		*p = Policy{own, Dialect(e.m.Xpolicy_dialect())}
	} else {
		e.blob = nil
	}
	e.give()
	return err
}

// MarshalBinary copies the octets of the policy.
func (p *Policy) MarshalBinary() ([]byte, error) { return append([]byte(nil), p.blob...), nil }

// Dialect is the dialect in which the text was read.
func (p *Policy) Dialect() Dialect { return p.dialect }

// Agent is the rules for a robot.
type Agent struct {
	blob  []byte
	group []byte // struct robotsc_group, as it stands beside the blob in an engine
	token string
}

// Agent returns the rules for a robot with these product tokens: the first one that the file names
// decides.  Without tokens, or if the file names none, the rules of "*" apply.  ErrArgument: one is
// no product token; ErrAgent: the policy was compiled for others.
func (p *Policy) Agent(tokens ...string) (*Agent, error) {
	a, err := p.agent(0, tokens)
	return a, about(p.dialect, tokens, err)
}

// AgentForHeader returns the rules for the sender of a whole User-Agent header.
func (p *Policy) AgentForHeader(header string) (*Agent, error) { return p.agent(1, []string{header}) }

func (p *Policy) agent(isHeader int32, texts []string) (*Agent, error) {
	e := take()
	err := e.open(p.blob)
	if err == nil {
		err = e.begin(texts...)
	}
	if err == nil {
		e.agent = nil
		err = status(e.m.Xselect(isHeader))
	}
	var a *Agent
	if err == nil {
		group := append([]byte(nil), e.memory()[e.group:][:e.m.Xgroup_size()]...)
		e.m.Xtoken(isHeader)
		a = &Agent{p.blob, group, string(e.answered())}
		e.agent = a
	}
	e.give()
	return a, err
}

// Token is the token whose group applies, spelled as it was given or as in the header; "*"; or
// empty if no group applies, and all is allowed.
func (a *Agent) Token() string { return a.token }

// Allowed is true if the robot may fetch a URL of this host.  A URL without scheme is a path.
func (a *Agent) Allowed(url string) bool {
	e := take()
	e.ask(a)
	allowed := e.check(url)
	e.give()
	return allowed
}

// AllowedAll is Allowed for each URL, and faster.
func (a *Agent) AllowedAll(urls []string) []bool {
	allowed := make([]bool, len(urls))
	e := take()
	e.ask(a)
	for i := 0; i < len(urls); {
		n := e.checkSome(urls[i:], allowed[i:])
		if n == 0 {
			allowed[i] = e.check(urls[i])
			n = 1
		}
		i += n
	}
	e.give()
	return allowed
}
