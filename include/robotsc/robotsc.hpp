/* robotsc/robotsc.hpp - the library for C++17 and later: owners that release, std::string_view, and
 * results that carry a status.
 *
 *     robotsc::result<robotsc::policy> policy = robotsc::compile(robots);
 *     robotsc::result<robotsc::group> group = policy ? policy->select("ExampleBot") : policy.status();
 *     if (group && group->allowed("https://shop.example/")) ...
 *
 * Each call does what the C call of its name does; its comment there holds.  What has no name here
 * is called as in C: c() gives the C value of each class, and structs, enums and constants are
 * those of C.  docs/cpp.md shows programs.
 *
 * Errors    A call that can fail returns a result: ask it as a bool, then use * and ->.  Nothing
 *           throws but value(), which throws robotsc::error; without exceptions there is none.
 * Callbacks may not throw: C is below them, so std::terminate is called.
 * Memory    Nothing is allocated beside what the C call allocates.
 * Lifetimes A policy owns the octets that compile made, and borrows those that open was given; a
 *           moved policy leaves them in place.  Groups, extensions and texts borrow these octets,
 *           not the object policy.  Sessions borrow their reader, readers and filters the store;
 *           queries, the loops over a snapshot and its filters borrow the object that they are of.
 *           Tokens of a snapshot and of a filter are borrowed as long as these; of other calls
 *           only during the call.
 * Threads   As in C.  A moved-from object may be destroyed or assigned to, no more.
 *
 * Link what the C calls need: librobotsc_runtime.a, librobotsc or librobotsc_store.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ROBOTSC_HPP
#define ROBOTSC_ROBOTSC_HPP

#include "robotsc/robotsc_core.hpp"
#include "robotsc/robotsc_insight.hpp"
#include "robotsc/robotsc_snapshot.hpp"
/* A build without LMDB installs no header of the store. */
#if __has_include("robotsc/robotsc_store.hpp")
#include "robotsc/robotsc_store.hpp"
#endif

#endif
