-- next_url.lua - pop URLs of an origin until one may be fetched, and take that one.
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
--
-- SPDX-License-Identifier: Apache-2.0
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
