-- The logical time of a partition: `PartitionClock::advance` of the core, on the same packed text
-- wall:logical:hold:quiet:run. This file stands in front of every script that asks for time; a
-- change here is a change there, and a test runs both.

-- Wall time, ms since 1970.
local function wall_now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- Logical time, hold, quiet, and whether a step that appends nothing writes them too. Nil when the
-- text is none. `due` is the key of the partition's waiting games; its sentinel is always there.
local function advance(packed, wall, run, due)
  local w, l, h, q, r = string.match(packed, '^(%d+):(%d+):(%d+):(%d+):(.*)$')
  if not w then
    return nil
  end
  local d, logical, hold, quiet = wall - w, l + 0, h + 0, q + 0
  local write = d < 0 or d >= 450 or r ~= run
  if hold == 0 and d <= 1000 and r == run then
    -- the same whether anything is due or not, so that a look at `due` is saved
    if d > 0 then
      logical = logical + d
    end
  elseif redis.call('ZCARD', due) <= 1 then
    if d >= 0 and d <= 1500 then
      logical = logical + d
    end
  elseif r ~= run or d > 1500 then
    hold = 10000
    quiet = logical + 2000
  elseif d >= 0 then
    local held = math.min(d, hold)
    hold = hold - held
    logical = logical + d - held
    if d > 1000 then
      quiet = logical + 2000
    end
  end
  return logical, hold, quiet, write
end

-- "%d" and not `..`, which rounds to 14 digits.
local function pack(wall, logical, hold, quiet, run)
  return string.format('%d:%d:%d:%d:%s', wall, logical, hold, quiet, run)
end
