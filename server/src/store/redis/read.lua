-- The events of a log after a number, and where it ends. It writes nothing, the advanced time
-- neither, so that it works while Redis takes no writes.
--
-- The snapshot is named only by whoever knows that it is needed: a cluster that moves the slot refuses
-- a call that names a key which is not there.
--
-- KEYS 1 g, 2 e, 3 clk, 4 due, 5 n or nothing; ARGV 1 run, 2 after, 3 most events
-- Answers: packed time, g or '', the snapshot if the events after it begin later, events; instead of
-- the snapshot 1 if it is needed and was not named.

local held = redis.call('MGET', KEYS[1], KEYS[3])
local g, clk = held[1], held[2]
if not clk then
  return redis.error_reply('NOPARTITION the partition was not begun')
end
local wall = wall_now()
local logical, hold, quiet = advance(clk, wall, ARGV[1], KEYS[4])
if not logical then
  return redis.error_reply('DAMAGED the time of the partition cannot be read')
end
local packed = pack(wall, logical, hold, quiet, ARGV[1])
local after, most = tonumber(ARGV[2]), tonumber(ARGV[3])
if not g or most == 0 then
  return { packed, g or '', false, {} }
end
local seq = string.match(g, '^(%d+):%x+:1:')
if not seq then
  return redis.error_reply('DAMAGED its end is in a form that this version does not know')
end
-- what is not in the list any more is in the snapshot
local base, snapshot = seq - redis.call('LLEN', KEYS[2]), false
if base < 0 then
  return redis.error_reply('DAMAGED it holds more events than its end says')
end
if after < base then
  if not KEYS[5] then
    return { packed, g, 1, {} }
  end
  snapshot = redis.call('GET', KEYS[5])
  if not snapshot then
    return redis.error_reply('DAMAGED its first events are missing and there is no snapshot of them')
  end
  after = base
end
return { packed, g, snapshot, redis.call('LRANGE', KEYS[2], after - base, after - base + most - 1) }
