// SPDX-License-Identifier: Apache-2.0

package robotsc

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"
)

const (
	frameHeader = 8
	frameMax    = 1 << 27 // octets are fewer
	attempts    = 2       // of a request, each with a process that has not died yet
)

var (
	ErrTooLarge = errors.New("robotsc: the text has 2^27 octets or more")
	ErrNoMemory = errors.New("robotsc: the compiler had no memory for this text; send it again later")
	ErrClosed   = errors.New("robotsc: the compiler is closed")
)

// A CompileError says that a text is refused, and always would be.
type CompileError struct {
	Message string // of the command
}

func (e *CompileError) Error() string { return "robotsc: " + e.Message }

// A Compiler makes blobs from texts of robots.txt, in a process that runs robotsc compile --serve
// (docs/serve.md). The process is started when it is needed, and again when it has died.
// Goroutines may share a Compiler; it has one text at a time.
type Compiler struct {
	// Warnings gets what the command says of odd texts, such as web pages; nil: nothing is
	// said. Set it before the first text.
	Warnings io.Writer

	command string
	options []string
	turn    chan struct{} // holds one token: whose turn it is
	closed  bool
	process *coprocess
}

// NewCompiler makes a Compiler that runs a command, such as "robotsc", with options of robotsc
// compile, such as "--dialect=google".
func NewCompiler(command string, options ...string) *Compiler {
	return &Compiler{command: command, options: options, turn: make(chan struct{}, 1)}
}

// Compile makes the blob of a text. Once the context is done, the process is ended, and the error
// is that of the context. If the process dies, the text is sent to another one, once. Errors:
// *CompileError, ErrNoMemory, ErrTooLarge, ErrClosed; others if the command does not run.
func (c *Compiler) Compile(ctx context.Context, robots []byte) ([]byte, error) {
	if len(robots) >= frameMax {
		return nil, ErrTooLarge
	}
	select {
	case c.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-c.turn }()
	var err error
	for i := 0; i < attempts; i++ {
		var status byte
		var octets []byte
		if status, octets, err = c.ask(ctx, robots); err == nil {
			return answerOf(status, octets)
		}
		if c.process != nil {
			err = c.process.end(err)
			c.process = nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if c.closed {
			break
		}
	}
	return nil, err
}

func answerOf(status byte, octets []byte) ([]byte, error) {
	switch status {
	case 0:
		return octets, nil
	case 2:
		return nil, ErrNoMemory
	}
	return nil, &CompileError{string(octets)}
}

func (c *Compiler) ask(ctx context.Context, robots []byte) (status byte, octets []byte, err error) {
	if c.closed {
		return 0, nil, ErrClosed
	}
	if c.process == nil {
		if c.process, err = start(c.command, c.options, c.Warnings); err != nil {
			return 0, nil, err
		}
	}
	p, answered, watched := c.process, make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		select {
		case <-ctx.Done():
			p.kill()
		case <-answered:
		}
	}()
	status, octets, err = p.ask(robots)
	close(answered)
	<-watched
	if ctx.Err() != nil && err == nil {
		err = ctx.Err()
	}
	return status, octets, err
}

// Close ends the process, after the text that it has.
func (c *Compiler) Close() error {
	c.turn <- struct{}{}
	defer func() { <-c.turn }()
	c.closed = true
	if c.process == nil {
		return nil
	}
	p := c.process
	c.process = nil
	p.in.Close()
	return p.command.Wait()
}

// A coprocess is a running robotsc compile --serve.
type coprocess struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	said    tail
}

func start(command string, options []string, warnings io.Writer) (*coprocess, error) {
	options = append([]string{"compile", "--serve"}, options...)
	p := new(coprocess)
	said := io.Writer(&p.said)
	if warnings == nil {
		options = append(options, "-q")
	} else {
		said = io.MultiWriter(said, warnings)
	}
	p.command = exec.Command(command, options...)
	p.command.Stderr = said
	in, err := p.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.in, p.out = in, bufio.NewReader(out)
	if err := p.command.Start(); err != nil {
		return nil, err
	}
	return p, nil
}

func (p *coprocess) kill() { p.command.Process.Kill() }

// end ends the process, and says why, with what it has said itself.
func (p *coprocess) end(why error) error {
	p.kill()
	p.in.Close()
	p.command.Wait()
	if said := p.said.String(); said != "" {
		return fmt.Errorf("robotsc: compile --serve: %s: %w", said, why)
	}
	return fmt.Errorf("robotsc: compile --serve: %w", why)
}

func (p *coprocess) ask(robots []byte) (status byte, octets []byte, err error) {
	var header [frameHeader]byte
	binary.LittleEndian.PutUint32(header[:], uint32(len(robots)))
	header[4] = 1
	if _, err := p.in.Write(header[:]); err != nil {
		return 0, nil, err
	}
	if _, err := p.in.Write(robots); err != nil {
		return 0, nil, err
	}
	if _, err := io.ReadFull(p.out, header[:]); err != nil {
		return 0, nil, err
	}
	size := binary.LittleEndian.Uint32(header[:])
	if size >= frameMax || header[4] != 1 || header[6] != 0 || header[7] != 0 {
		return 0, nil, errors.New("no frame")
	}
	octets = make([]byte, size)
	_, err = io.ReadFull(p.out, octets)
	return header[5], octets, err
}

// A tail keeps the last octets that are written to it.
type tail struct {
	mutex  sync.Mutex
	octets []byte
}

const tailSize = 1024

func (t *tail) Write(p []byte) (int, error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.octets = append(t.octets, p...)
	if extra := len(t.octets) - tailSize; extra > 0 {
		t.octets = append(t.octets[:0], t.octets[extra:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return string(t.octets)
}
