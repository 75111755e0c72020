-- Writes a record if its version is still the expected one (0: absent).
--
-- KEYS 1 r; ARGV 1 run, 2 expected version, 3 new version, 4 value, 5 ms to live or ''

local record = redis.call('GET', KEYS[1])
local version = '0'
if record then
  version = string.match(record, '^(%d+):')
end
if version ~= ARGV[2] then
  return 0
end
local value = ARGV[3] .. ':' .. ARGV[4]
if ARGV[5] == '' then
  redis.call('SET', KEYS[1], value)
else
  redis.call('SET', KEYS[1], value, 'PX', ARGV[5])
end
return 1
