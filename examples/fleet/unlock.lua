-- unlock.lua - delete a lock, if it still has the value that its holder gave it.
--
-- KEYS  1 the lock
-- ARGV  1 its value
--
-- SPDX-License-Identifier: Apache-2.0
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
