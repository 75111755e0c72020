-- Lets a log end: all of it at the same instant, since a log without its end is empty and one without
-- its events is damaged.
--
-- KEYS 1 g, 2 e, 3 n; ARGV 1 run, 2 ms to live

local time = redis.call('TIME')
local at = string.format('%d', time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2])
for _, key in ipairs(KEYS) do
  redis.call('PEXPIREAT', key, at)
end
return 1
