-- add_urls.lua - queue those URLs of an origin that nobody has seen.
--
-- KEYS  1 queue  2 seen, all of one origin
-- ARGV  URLs
--
-- Returns how many were new.
--
-- SPDX-License-Identifier: Apache-2.0
local new = 0
for _, url in ipairs(ARGV) do
	if redis.call('SADD', KEYS[2], url) == 1 then
		redis.call('RPUSH', KEYS[1], url)
		new = new + 1
	end
end
return new
