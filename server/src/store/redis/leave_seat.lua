-- Empties a seat if the same connection still has it.
--
-- KEYS 1 s; ARGV 1 run, 2 seat, 3 connection:node

if redis.call('HGET', KEYS[1], ARGV[2]) ~= ARGV[3] then
  return 0
end
return redis.call('HDEL', KEYS[1], ARGV[2])
