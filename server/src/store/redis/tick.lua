-- Advances a partition's time and looks what is due. It writes only when enough time has gone by:
-- ten nodes tick the same partitions.
--
-- KEYS 1 clk, 2 due, 3 duew, 4 out; ARGV 1 run, 2 most ids in an answer
-- Answers: packed time, waiting by logical time, entries in the outbox, ids due.

local clk = redis.call('GET', KEYS[1])
if not clk then
  return redis.error_reply('NOPARTITION the partition was not begun')
end
local wall = wall_now()
local logical, hold, quiet, write = advance(clk, wall, ARGV[1], KEYS[2])
if not logical then
  return redis.error_reply('DAMAGED the time of the partition cannot be read')
end
local packed = pack(wall, logical, hold, quiet, ARGV[1])
if write then
  redis.call('SET', KEYS[1], packed)
end

local most, ids = tonumber(ARGV[2]), {}
if logical >= quiet then
  ids = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', logical, 'LIMIT', 0, most)
end
if #ids < most then
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', wall, 'LIMIT', 0, most - #ids)) do
    ids[#ids + 1] = id
  end
end
return { packed, redis.call('ZCARD', KEYS[2]) - 1, redis.call('LLEN', KEYS[4]) - 1, ids }
