// SPDX-License-Identifier: Apache-2.0

package robotsc

import (
	"encoding/binary"
	"sync"

	"github.com/OWNER/robotsc-go/internal/engine"
)

const (
	urlRoom  = 16384    // octets that stand in the engine's own room: ROOM in engine.c
	atOnce   = 128      // URLs of a list that are checked in one call
	keptRoom = 12 << 20 // octets of memory of an engine that is kept
	textRoom = 1 << 30  // octets that the texts of a question may have
)

// An instance is an engine and its memory, for one goroutine at a time.  It keeps nothing of value:
// policies and groups are copied in before each question.
type instance struct {
	m                   *engine.Module
	room, group, answer uint32
	blob                *byte  // the first octet of the policy whose octets are in memory
	at                  uint32 // and where they are
	opened              bool
	agent               *Agent // whose group is in memory, beside its policy
}

// An instance goes back into the pool only after its engine has returned: after a panic, its state
// is not known.
var pool = sync.Pool{New: func() any {
	m := engine.New()
	return &instance{m: m, room: uint32(m.Xroom()), group: uint32(m.Xgroup()), answer: uint32(m.Xanswer())}
}}

func take() *instance { return pool.Get().(*instance) }

func (e *instance) give() {
	if len(e.memory()) <= keptRoom {
		pool.Put(e)
	}
}

func (e *instance) memory() []byte { return *e.m.Slice() }

// load puts a policy into memory.
func (e *instance) load(blob []byte) error {
	switch {
	case len(blob) == 0:
		return ErrTruncated
	case len(blob) > textRoom:
		return ErrTooLarge
	case e.blob == &blob[0]:
		return nil
	}
	e.blob, e.agent, e.opened = nil, nil, false
	e.at = uint32(e.m.Xload(int32(len(blob))))
	if e.at == 0 {
		return ErrNoMemory
	}
	copy(e.memory()[e.at:], blob)
	e.blob = &blob[0]
	return nil
}

// open loads a policy that this package compiled, and opens it.
func (e *instance) open(blob []byte) error {
	err := e.load(blob)
	if err == nil && !e.opened {
		err = status(e.m.Xpolicy_open(1))
		e.opened = err == nil
	}
	return err
}

// ask puts an agent's policy and group into memory for a check.
func (e *instance) ask(a *Agent) {
	if e.agent == a {
		return
	}
	must(e.load(a.blob))
	copy(e.memory()[e.group:], a.group)
	e.agent = a
}

// must panics if there is no memory for a policy or a URL, as Go itself does.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// check asks about a URL.
func (e *instance) check(url string) bool {
	if len(url) > urlRoom {
		must(e.begin(url))
		return e.m.Xcheck_long() != 0
	}
	copy(e.memory()[e.room:], url)
	return e.m.Xcheck(int32(len(url))) != 0
}

// checkSome checks the first URLs, all that fit into the room, and returns how many these are.
func (e *instance) checkSome(urls []string, allowed []bool) int {
	ends := e.memory()[e.room:][:urlRoom]
	verdicts, octets := ends[4*atOnce:], ends[5*atOnce:]
	n, used := 0, 0
	for n < len(urls) && n < atOnce && used+len(urls[n]) <= len(octets) {
		used += copy(octets[used:], urls[n])
		binary.LittleEndian.PutUint32(ends[4*n:], uint32(used))
		n++
	}
	e.m.Xcheck_list(int32(n), atOnce)
	for i, verdict := range verdicts[:n] {
		allowed[i] = verdict != 0
	}
	return n
}

// begin puts the texts of a question into the engine's memory.
func (e *instance) begin(texts ...string) error {
	size := 0
	for _, text := range texts {
		if size += len(text) + 4; size < 0 || size > textRoom {
			return ErrTooLarge
		}
	}
	ends := uint32(e.m.Xbegin(int32(len(texts)), int32(size)))
	if ends == 0 {
		return ErrNoMemory
	}
	memory := e.memory()[ends:]
	octets := memory[4*len(texts):]
	used := 0
	for i, text := range texts {
		used += copy(octets[used:], text)
		binary.LittleEndian.PutUint32(memory[4*i:], uint32(used))
	}
	return nil
}

// answered is the engine's answer, which is valid until its next call.
func (e *instance) answered() []byte {
	memory := e.memory()
	at := binary.LittleEndian.Uint32(memory[e.answer:])
	return memory[at:][:binary.LittleEndian.Uint32(memory[e.answer+4:])]
}

// question asks an engine from the pool about texts.
func question(ask func(e *instance) int32, texts ...string) ([]byte, error) {
	e := take()
	answer, err := e.question(ask, texts...)
	e.give()
	return answer, err
}

// question asks this engine about texts, and copies the answer.
func (e *instance) question(ask func(e *instance) int32, texts ...string) ([]byte, error) {
	if err := e.begin(texts...); err != nil {
		return nil, err
	}
	if err := status(ask(e)); err != nil {
		return nil, err
	}
	return append([]byte(nil), e.answered()...), nil
}

// packed is an answer of numbers and texts, one after the other.
type packed []byte

func (p *packed) number() int64 {
	n := int64(binary.LittleEndian.Uint64(*p))
	*p = (*p)[8:]
	return n
}

func (p *packed) text() string {
	n := p.number()
	text := string((*p)[:n])
	*p = (*p)[n:]
	return text
}
