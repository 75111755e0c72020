-- Takes a seat, whoever had it, and tells the game's subscribers. Time is left to the next step.
--
-- KEYS 1 s; ARGV 1 run, 2 seat, 3 connection:node, 4 channel, 5 news

redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
redis.call('SPUBLISH', ARGV[4], ARGV[5])
return 1
