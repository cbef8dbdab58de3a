// SPDX-License-Identifier: Apache-2.0

package robotsc

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

func TestCompile(t *testing.T) {
	c := NewCompiler(command(t), "--extensions")
	ctx := context.Background()
	for i := 0; i < 3; i++ {
		octets, err := c.Compile(ctx, []byte("User-agent: *\nDisallow: /x\nCrawl-delay: 3\n"))
		if err != nil {
			t.Fatal(err)
		}
		b, err := Open(octets)
		if err != nil {
			t.Fatal(err)
		}
		g, _ := b.Group("ExampleBot")
		e, err := b.Extensions()
		if err != nil || g.AllowedURL("/x") || !g.AllowedURL("/") {
			t.Fatalf("another blob: %v", err)
		}
		if r := e.Records(&g); len(r) != 1 || r[0].Delay != 3*time.Second {
			t.Errorf("other records: %v", r)
		}
		now := time.UnixMilli(5000)
		if at := e.NextFetch(&g, now, now, 0); at != time.UnixMilli(8000) {
			t.Errorf("the next fetch is at %v", at)
		}
		var refused *CompileError
		if _, err := c.Compile(ctx, octets); !errors.As(err, &refused) || refused.Message == "" {
			t.Errorf("a blob for a text: %v", err)
		}
		c.process.kill() // the next text goes to another one
	}
	if err := c.Close(); err == nil {
		t.Error("a process that was killed has ended well")
	}
	if _, err := c.Compile(ctx, nil); !errors.Is(err, ErrClosed) {
		t.Errorf("after the end: %v", err)
	}
}

// TestCompileContext has a command that reads and never answers, and one that is not there.
func TestCompileContext(t *testing.T) {
	silent := filepath.Join(t.TempDir(), "silent")
	if err := os.WriteFile(silent, []byte("#!/bin/sh\nexec sleep 60\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	c := NewCompiler(silent)
	defer c.Close()
	for i := 0; i < 2; i++ {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		if _, err := c.Compile(ctx, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a context that ends: %v", err)
		}
		cancel()
	}
	if _, err := NewCompiler(silent+"s").Compile(context.Background(), nil); err == nil {
		t.Error("a command that is not there has made a blob")
	}
}

// TestCompileDies holds that a process is started a bounded number of times.
func TestCompileDies(t *testing.T) {
	c := NewCompiler("false")
	defer c.Close()
	if _, err := c.Compile(context.Background(), make([]byte, 1<<20)); err == nil {
		t.Error("a process that dies has made a blob")
	}
	c = NewCompiler(command(t), "--no-such-option")
	defer c.Close()
	if _, err := c.Compile(context.Background(), nil); err == nil || len(err.Error()) < 40 {
		t.Errorf("an unknown option: %v", err)
	}
}

// TestShared asks from many goroutines at once: the race detector looks on, where it is there.
func TestShared(t *testing.T) {
	c := NewCompiler(command(t))
	defer c.Close()
	options := &SnapshotOptions{Trust: Forged, Tokens: []string{"ExampleBot"}}
	s, err := OpenSnapshotBytes(example(t, "snapshot.md", "snapshot"), options)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := Open(example(t, "format.md", "blob"))
	g, _ := b.Group("ExampleBot")
	var all sync.WaitGroup
	for i := 0; i < 4; i++ {
		all.Add(1)
		go func() {
			defer all.Done()
			answers := make([]Answer, 2)
			for n := 0; n < 50; n++ {
				s.AllowedURLs([]string{"https://example.com/private", "https://example.com/"}, answers)
				if answers[0].Allowed || !answers[1].Allowed {
					t.Error(answers)
				}
				if allowed, err := s.AllowedURL("https://example.com/private"); allowed || err != nil {
					t.Error(allowed, err)
				}
				if g.AllowedURL("/a%62") || !g.AllowedURL("/ba") {
					t.Error("another verdict")
				}
				if _, err := c.Compile(context.Background(), []byte("Disallow: /")); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	all.Wait()
}
