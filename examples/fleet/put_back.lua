-- put_back.lua - end what take_origin.lua began.
--
-- KEYS  1 due: the sorted set of origins
-- ARGV  1 the origin  2 the time that take_origin.lua returned  3 when it is due again; '': never
--
-- If its time is another by now, someone else has taken it, or has found a URL for it: it stays.
--
-- SPDX-License-Identifier: Apache-2.0
local score = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not score or tonumber(score) ~= tonumber(ARGV[2]) then return 0 end
if ARGV[3] == '' then return redis.call('ZREM', KEYS[1], ARGV[1]) end
return redis.call('ZADD', KEYS[1], 'CH', ARGV[3], ARGV[1])
