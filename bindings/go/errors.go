// SPDX-License-Identifier: Apache-2.0

package robotsc

import "fmt"

// Error says why a call has no answer; a check always has an answer.  Compare it by errors.Is.
type Error int32

// The numbers are those of enum robotsc_status.
const (
	ErrNoMemory  Error = 1  // more memory than an engine may have
	ErrTooLarge  Error = 2  // a policy or texts of too many octets
	ErrArgument  Error = 3  // what is no product token, or out of range
	ErrTruncated Error = 16 // fewer octets than the blob says that it has
	ErrMagic     Error = 17 // no blob
	ErrVersion   Error = 18 // a blob of a format that this version does not know
	ErrCorrupt   Error = 19 // a blob that breaks a rule of the format
	ErrChecksum  Error = 20 // a blob that was changed
	ErrAgent     Error = 24 // the policy was compiled for other robots
	ErrAbsent    Error = 25 // the policy was compiled without records
	ErrUnknown   Error = 26 // the origin is not there
	ErrShard     Error = 27 // the origin is in another shard
	ErrDialect   Error = 32 // no dialect has this number
	ErrScheme    Error = 48 // a URL that is not http, https or ftp
	ErrHost      Error = 49 // a URL without host, or with an invalid one
	ErrPort      Error = 50 // a port that is no number up to 65535
)

func (e Error) Error() string {
	text, err := question(func(m *instance) int32 {
		m.m.Xstatus_text(int32(e))
		return 0
	})
	if err != nil {
		return fmt.Sprintf("robotsc: status %d", int32(e))
	}
	return "robotsc: " + string(text)
}

func status(s int32) error {
	if s != 0 {
		return Error(s)
	}
	return nil
}
