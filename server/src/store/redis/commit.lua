-- Appends an event if the log ends where the caller thinks it ends and the guard about time holds.
--
-- KEYS 1 g, 2 e, 3 clk, 4 due, 5 duew; 6 out when there is a lifecycle entry, a flag or a secret, 7 s for a
--      flag or x for a secret: no commit has both
-- ARGV 1 run, 2 g up to its due part as the caller thinks it is ('' for an empty log), 3 head before,
--      4 number of the event, 5 body, 6 id, 7 channel, 8 and 9 due (l at, L after by logical time,
--      w at, W after by wall time, '' none), 10 and 11 guard (a arrived then, A the same and late,
--      t never, f never and the time is written, b before by wall time, d due by logical time, w due by wall time, '' none),
--      12 lifecycle entry or '',
--      13 seat and 14 node of a flag, 15 the node's own wall time for a guard by wall time,
--      16 what is kept beside the log from now on
--
-- Answers the packed time alone when appended: the node makes the same event and head from it.
-- Otherwise a list: what, packed time, g.
--
-- Redis refuses a script for want of memory only at its first write, so the first one is RPUSH, and
-- all that could fail stands before it.

local held = redis.call('MGET', KEYS[1], KEYS[3])
local g, clk = held[1], held[2]
if not clk then
  return redis.error_reply('NOPARTITION the partition was not begun')
end
local run = ARGV[1]
local wall = wall_now()
local logical, hold, quiet, write = advance(clk, wall, run, KEYS[4])
if not logical then
  return redis.error_reply('DAMAGED the time of the partition cannot be read')
end
local packed = pack(wall, logical, hold, quiet, run)

-- Nothing is appended, but time has gone on.
local function refuse(what)
  if write or ARGV[10] == 'f' then
    redis.call('SET', KEYS[3], packed)
  end
  return { what, packed, g or '' }
end

-- 1. The position.
local expected = ARGV[2]
if string.sub(g or '', 1, #expected) ~= expected or (g and expected == '') then
  if not g then
    return refuse('reload')
  end
  local seq = string.match(g, '^(%d+):%x+:1:')
  if not seq then
    return redis.error_reply('DAMAGED its end is in a form that this version does not know')
  end
  local behind = seq - (ARGV[4] - 1)
  if behind > 0 and expected == '' then
    return refuse('conflict')
  end
  if behind > 0 then
    -- the event after the expected end says which head it was appended to
    local event = redis.call('LINDEX', KEYS[2], -behind)
    local prev = event and string.match(event, '^{"seq":%d+,"t":%d+,"at":%d+,"prev":"(%x+)"')
    if prev == ARGV[3] then
      return refuse('conflict')
    end
  end
  return refuse('reload')
end

-- 2. Time.
local guard = ARGV[10]
if guard == 'a' or guard == 'A' then
  local age = logical - ARGV[11]
  if age < 0 or age > 10000 then
    return refuse('time')
  end
  if guard == 'A' then
    return refuse('late')
  end
elseif guard == 'b' then
  if wall >= ARGV[11] + 0 then
    return refuse('late')
  end
elseif guard == 't' or guard == 'f' then
  return refuse('time')
elseif guard ~= '' then
  local at = ARGV[11]
  if KEYS[7] then
    -- a flag waits longer for a player who sits at another node; nobody's seat is one's own
    local seat = redis.call('HGET', KEYS[7], ARGV[13])
    if seat and string.match(seat, '^%d+:(.*)$') ~= ARGV[14] then
      at = at + 10000
    else
      at = at + 50
    end
  end
  if guard == 'd' then
    if logical < at + 0 or logical < quiet then
      return refuse('time')
    end
  elseif wall < at + 0 or math.abs(wall - ARGV[15]) > 30000 then
    -- by wall time only while the node's own clock agrees that it is that late
    return refuse('time')
  end
end

-- 3. When time may act next. What `g` says is what the sorted sets hold, so they are touched only
-- when it changes.
local kind, due, score = ARGV[8], '', nil
if kind ~= '' then
  score = ARGV[9]
  if kind == 'L' then
    kind, score = 'l', string.format('%d', logical + score)
  elseif kind == 'W' then
    kind, score = 'w', string.format('%d', wall + score)
  end
  due = kind .. score
end

-- 4. The event, its head, and the writes.
local event = '{"seq":' .. ARGV[4] .. ',"t":' .. string.format('%d', logical) .. ',"at":' .. string.format('%d', wall)
  .. ',"prev":"' .. ARGV[3] .. '",' .. ARGV[5]
local head = string.sub(redis.sha1hex(ARGV[3] .. event), 1, 16)
local length = redis.call('RPUSH', KEYS[2], event)
-- a log that was told to end does so as a whole: what is appended ends with it unless it is told again
redis.call('SET', KEYS[1], ARGV[4] .. ':' .. head .. ':1:' .. due, 'KEEPTTL')
redis.call('SET', KEYS[3], packed)
local was = g and string.sub(g, #expected + 1) or ''
if due ~= was then
  local was_kind = string.sub(was, 1, 1)
  if was_kind ~= '' and was_kind ~= kind then
    redis.call('ZREM', was_kind == 'l' and KEYS[4] or KEYS[5], ARGV[6])
  end
  if score then
    redis.call('ZADD', kind == 'l' and KEYS[4] or KEYS[5], score, ARGV[6])
  end
end
if g and length == 1 then
  -- its events were packed, so this list is a new one
  local ends = redis.call('PEXPIRETIME', KEYS[1])
  if ends > 0 then
    redis.call('PEXPIREAT', KEYS[2], ends)
  end
end
if ARGV[12] ~= '' then
  redis.call('RPUSH', KEYS[6], ARGV[12])
end
if ARGV[16] then
  redis.call('SET', KEYS[7], ARGV[16])
end
redis.call('SPUBLISH', ARGV[7], event)
return packed
