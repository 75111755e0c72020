-- Puts a snapshot in place of all events of a log, if it ends where the snapshot was made.
--
-- KEYS 1 g, 2 e, 3 n; ARGV 1 run, 2 g up to its due part, 3 the snapshot with its position before it

local g = redis.call('GET', KEYS[1])
if not g or string.sub(g, 1, #ARGV[2]) ~= ARGV[2] then
  return 0
end
redis.call('SET', KEYS[3], ARGV[3])
redis.call('DEL', KEYS[2])
-- a log that was told to end does so as a whole
local ends = redis.call('PEXPIRETIME', KEYS[1])
if ends > 0 then
  redis.call('PEXPIREAT', KEYS[3], ends)
end
return 1
