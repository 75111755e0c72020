-- Makes the keys of a partition that must always exist: in a cluster a script that names a missing
-- key is refused while its slot moves to another node. Their sentinels are an empty member, which
-- is never due, and an empty entry.
--
-- KEYS 1 clk, 2 due, 3 duew, 4 out; ARGV 1 run

if redis.call('EXISTS', KEYS[1], KEYS[2], KEYS[3], KEYS[4]) == 4 then
  return 0
end
if redis.call('EXISTS', KEYS[1]) == 0 then
  if redis.call('ZCARD', KEYS[2]) > 1 then
    return redis.error_reply('DAMAGED games wait for the time of their partition, and it is lost')
  end
  redis.call('SET', KEYS[1], pack(wall_now(), 0, 0, 0, ARGV[1]))
end
redis.call('ZADD', KEYS[2], 'NX', '+inf', '')
redis.call('ZADD', KEYS[3], 'NX', '+inf', '')
if redis.call('EXISTS', KEYS[4]) == 0 then
  redis.call('RPUSH', KEYS[4], '')
end
return 1
