-- take_origin.lua - take the origin that is due first, for a while.
--
-- KEYS  1 due: a sorted set of origins, by the time when something is to be done for them
-- ARGV  1 milliseconds after which another crawler takes it, should this one be gone
--
-- Returns the origin and the time until which it is taken; or nil and when the next one is due, if
-- there is one.  The origin stays in the set: what is never taken out cannot get lost.
--
-- SPDX-License-Identifier: Apache-2.0
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
if not first[1] then return {false, false} end
if tonumber(first[2]) > now then return {false, first[2]} end
local taken = string.format('%d', now + ARGV[1])
redis.call('ZADD', KEYS[1], taken, first[1])
return {first[1], taken}
