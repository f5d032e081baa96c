/**
 * The steps of a queue's direct line, each one atomic on the server, by the server's clock. A message is the text `<id>\n<payload as JSON>`.
 * Keys below `P` (one hash tag, so one node of a cluster):
 *
 * - `waiting`: list, messages that nobody has taken, the next one first
 * - `taken:<worker>`: list, messages that a worker is at work on
 * - `ids`: set, ids of all messages of these lists
 * - `workers`: sorted set, worker -> end of its lease
 */
const COMMON = `
local P = KEYS[1]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function giveBack(worker)
  while redis.call('LMOVE', P .. 'taken:' .. worker, P .. 'waiting', 'RIGHT', 'LEFT') do end
  redis.call('ZREM', P .. 'workers', worker)
end
`

/**
 * ARGV: id, message, most messages that may wait, key of the queue library's message of this id. Returns 1 when the message is on the line now,
 * or was on it or on the queue before; 0 when nobody would take it soon.
 */
export const HAND_OVER = `${COMMON}
if redis.call('SISMEMBER', P .. 'ids', ARGV[1]) == 1 or redis.call('EXISTS', ARGV[4]) == 1 then return 1 end
if redis.call('ZCOUNT', P .. 'workers', now, '+inf') == 0 then return 0 end
if redis.call('LLEN', P .. 'waiting') >= tonumber(ARGV[3]) then return 0 end
redis.call('SADD', P .. 'ids', ARGV[1])
redis.call('RPUSH', P .. 'waiting', ARGV[2])
return 1`

/** ARGV: worker, id, message. The message is done with, unless it was given back meanwhile. */
export const FINISH = `
local P = KEYS[1]
if redis.call('LREM', P .. 'taken:' .. ARGV[1], 1, ARGV[3]) == 1 then redis.call('SREM', P .. 'ids', ARGV[2]) end`

/** ARGV: worker, lease in ms. Renews its lease, and gives back what workers had taken whose lease is over. Returns what it has taken itself. */
export const RENEW = `${COMMON}
redis.call('ZADD', P .. 'workers', now + ARGV[2], ARGV[1])
for _, worker in ipairs(redis.call('ZRANGEBYSCORE', P .. 'workers', '-inf', now)) do giveBack(worker) end
return redis.call('LRANGE', P .. 'taken:' .. ARGV[1], 0, -1)`

/** ARGV: worker. It ends, and gives back what it has not finished. */
export const LEAVE = `${COMMON}
giveBack(ARGV[1])`
