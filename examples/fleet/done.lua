-- done.lua - write down what became of a URL, and queue the links of its page that are new.
--
-- KEYS  1 queue  2 seen  3 flight  4 done: URLs and what became of each  5 pause, all of one origin
-- ARGV  1 token of next_url.lua  2 URL  3 status  4 milliseconds until the next fetch  5... links
--
-- Returns how many links were new.  Running it twice is running it once.
--
-- SPDX-License-Identifier: Apache-2.0
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local queue, seen, flight, done, pause = unpack(KEYS)
if redis.call('HGET', flight, 'token') == ARGV[1] then redis.call('DEL', flight) end
redis.call('HSET', done, ARGV[2], ARGV[3])
redis.call('SET', pause, string.format('%d', now + ARGV[4]))
local new = 0
for i = 5, #ARGV do
	if redis.call('SADD', seen, ARGV[i]) == 1 then
		redis.call('RPUSH', queue, ARGV[i])
		new = new + 1
	end
end
return new
