-- frontier.lua - the scripts of frontier.py, each from its line "---- NAME: what it does" on.
--
-- All keys of a script have an origin as their hash tag, or are one key.
--
-- SPDX-License-Identifier: Apache-2.0

---- take_origin: take the origin that is due first, for a while.
--
-- KEYS  1 due: a sorted set of origins, by the time when something is to be done for them
-- ARGV  1 milliseconds after which another crawler takes it, should this one be gone
--
-- Returns the origin and the time until which it is taken; or nil and when the next one is due, if
-- there is one.  The origin stays in the set: what is never taken out cannot get lost.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
if not first[1] then return {false, false} end
if tonumber(first[2]) > now then return {false, first[2]} end
local taken = string.format('%d', now + ARGV[1])
redis.call('ZADD', KEYS[1], taken, first[1])
return {first[1], taken}

---- put_back: end what take_origin began.
--
-- KEYS  1 due: the sorted set of origins
-- ARGV  1 the origin  2 the time that take_origin returned  3 when it is due again; '': never
--
-- If its time is another by now, someone else has taken it, or has found a URL for it: it stays.
local score = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not score or tonumber(score) ~= tonumber(ARGV[2]) then return 0 end
if ARGV[3] == '' then return redis.call('ZREM', KEYS[1], ARGV[1]) end
return redis.call('ZADD', KEYS[1], 'CH', ARGV[3], ARGV[1])

---- add_urls: queue those URLs of an origin that nobody has seen.
--
-- KEYS  1 queue  2 seen, all of one origin
-- ARGV  URLs
--
-- Returns how many were new.
local new = 0
for _, url in ipairs(ARGV) do
	if redis.call('SADD', KEYS[2], url) == 1 then
		redis.call('RPUSH', KEYS[1], url)
		new = new + 1
	end
end
return new

---- next_url: pop URLs of an origin until one may be fetched, and take that one.
--
-- All keys have the origin as their hash tag, so a cluster keeps them on one server, and this is one
-- step: no other crawler can come between a pop, its check and what is written of them.
--
-- KEYS  1 robots: the policy  2 queue  3 flight: what is being fetched  4 refused  5 pause
-- ARGV  1 product token  2 token of the caller, a new one for each URL that it wants
--       3 milliseconds after which a URL that is in flight counts as lost
--       4 and 5: a URL and what ROBOTS.CHECK says of it, where the caller knows; or ''
--
-- Returns {'fetch', URL, milliseconds of delay, or -1 for the crawler's own}, {'wait', until},
-- {'robots', URL}: its policy is missing or stale, {'check', URL}: it takes too long for here, ask
-- outside; or {'empty'}.
-- Asked again with the same token it returns the same URL: the first reply may have been lost.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local robots, queue, flight, refused, pause = unpack(KEYS)
local agent, token, lease, known, answer = unpack(ARGV)

-- The delay that a robots.txt asks for; -1 if there is none.
local function delay()
	local said = redis.pcall('ROBOTS.DELAY', robots, 'AGENTS', 1, agent)
	if not said or said.err then return -1 end
	local named = {}
	for i = 1, #said, 2 do named[said[i]] = said[i + 1] end
	return named.reason == 'none' and -1 or math.ceil(tonumber(named.pause))
end

-- Whether all is refused because the server failed, and until when: that is no answer to a URL.
local function failed()
	local said, named = redis.call('ROBOTS.STAT', robots) or {}, {}
	for i = 1, #said, 2 do named[said[i]] = said[i + 1] end
	return named.outcome == 'deny' and tonumber(named.expires)
end

local function fetch(url) return {'fetch', url, delay()} end

local held = redis.call('HMGET', flight, 'url', 'token', 'until')
if held[1] then
	if held[2] == token then return fetch(held[1]) end
	if tonumber(held[3]) > now then return {'wait', held[3]} end
	redis.call('LPUSH', queue, held[1])
	redis.call('DEL', flight)
end
local rest = tonumber(redis.call('GET', pause) or 0)
if rest > now then return {'wait', tostring(rest)} end

local many = 64
while true do
	local urls = redis.call('LRANGE', queue, 0, many - 1)
	if #urls == 0 then return {'empty'} end
	local answers
	if urls[1] == known then
		urls, answers = {known}, {answer == '' and false or tonumber(answer)}
	else
		answers = redis.pcall('ROBOTS.CHECK', robots, 'AGENTS', 1, agent, 'URLS', unpack(urls))
		if answers.err and string.sub(answers.err, 1, 4) ~= 'BUSY' then return answers end
	end
	if answers.err and many > 1 then
		many = 1
	elseif answers.err then
		return {'check', urls[1]}
	else
		for i, url in ipairs(urls) do
			local verdict = answers[i]
			if not verdict then return {'robots', url} end
			local again = verdict == 0 and failed()
			if again then return {'wait', string.format('%d', again)} end
			redis.call('LPOP', queue)
			if verdict == 1 then
				redis.call('HSET', flight, 'url', url, 'token', token, 'until', string.format('%d', now + lease))
				return fetch(url)
			end
			redis.call('SADD', refused, url)
		end
	end
end

---- done: write down what became of a URL, and queue the links of its page that are new.
--
-- KEYS  1 queue  2 seen  3 flight  4 done: URLs and what became of each  5 pause, all of one origin
-- ARGV  1 token of next_url  2 URL  3 status  4 milliseconds until the next fetch  5... links
--
-- Returns how many links were new.  Running it twice is running it once.
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

---- unlock: delete a lock, if it still has the value that its holder gave it.
--
-- KEYS  1 the lock
-- ARGV  1 its value
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
