-- Puts a packed log in place of all events of one that ends where it was packed and is due by wall time,
-- and forgets who sat where, what was kept beside it and that it was due.
--
-- Memory is given back before it is taken, so that it works while Redis is full.
--
-- KEYS 1 g, 2 e, 3 n, 4 s, 5 duew, 6 x; ARGV 1 run, 2 g up to its due part, 3 the packed log with its position
--      before it, 4 id

local g = redis.call('GET', KEYS[1])
if not g or string.sub(g, 1, #ARGV[2]) ~= ARGV[2] then
  return 0
end
local due = string.match(string.sub(g, #ARGV[2] + 1), '^w(%d+)$')
if not due or wall_now() < due + 0 then
  return 0
end
redis.call('DEL', KEYS[2], KEYS[4], KEYS[6])
redis.call('SET', KEYS[3], ARGV[3])
redis.call('SET', KEYS[1], ARGV[2])
redis.call('ZREM', KEYS[5], ARGV[4])
return 1
