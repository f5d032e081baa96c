/**
 * The limits' steps, each atomic on the server and on its clock, so that the clocks of gateways do not matter. Times and spans are
 * microseconds. What they keep:
 *
 * - a bucket: hash, `fullAt` -> when it is full again, `peak` -> the largest size that it has had since it was full last
 * - slots of an account: sorted set, id of a request -> end of its lease
 * - a window: sorted set, id of a request -> when it was let through
 *
 * All of them expire once they say no more than an absent key would.
 */
const CLOCK = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local function expireIn(key, micros) redis.call('PEXPIRE', key, math.ceil(micros / 1000)) end
`

const WINDOW = `
local function waitForWindow(key, requests, span)
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now - span)
  local surplus = redis.call('ZCARD', key) - requests
  if surplus < 0 then return 0 end
  return redis.call('ZRANGE', key, surplus, surplus, 'WITHSCORES')[2] + span - now
end

local function takeWindow(key, span, id)
  redis.call('ZADD', key, now, id)
  expireIn(key, span)
end
`

/**
 * KEYS: bucket, slots, the account's bucket, and the window where there is one. ARGV: id of the request, size of the bucket (tokens a
 * minute), tokens to take, slots that there are, lease (0: the request takes no slot), size of the account's bucket (0: the request
 * takes nothing of it), and for the window: requests, span. Returns `{verdict, wait, tokens left, when they are all there again, slots
 * that are taken}`, where the tokens are those that both buckets have; the verdict is 0 (admitted), 1 (too few tokens), 2 (the window is
 * full), 3 (all slots are taken) or 4 (too few tokens of the account). Whoever is refused takes nothing.
 *
 * A bucket is known by how long it takes to be full again, a minute at most: whatever a limit changes to, a bucket that is half
 * full stays half full, and nothing is gained by changing back and forth. A size above all that it has had brings its new
 * tokens at once.
 */
export const ADMIT = `${CLOCK}${WINDOW}
local MINUTE = 60000000
local slots, window = KEYS[2], KEYS[4]
local id, tokens, concurrency, lease = ARGV[1], tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local requests, span = tonumber(ARGV[7]), tonumber(ARGV[8])

local function open(key, size)
  local stored = redis.call('HMGET', key, 'fullAt', 'peak')
  local peak = tonumber(stored[2] or size)
  -- A clock that was set back must not keep a bucket empty for longer.
  local missing = math.min(math.max(tonumber(stored[1] or now) - now, 0), MINUTE)
  if size > peak then
    missing = math.floor(missing * peak / size)
    peak = size
  end
  -- What costs more than the bucket holds is let through by a full one.
  local cost = math.floor(math.min(tokens, size) * MINUTE / size)
  return { key = key, size = size, peak = peak, missing = missing, cost = cost }
end
local function take(bucket)
  bucket.missing = bucket.missing + bucket.cost
  redis.call('HSET', bucket.key, 'fullAt', now + bucket.missing, 'peak', bucket.peak)
  expireIn(bucket.key, bucket.missing)
end
local function left(bucket) return math.floor((MINUTE - bucket.missing) * bucket.size / MINUTE) end
local function waitFor(bucket) return math.max(bucket.missing + bucket.cost - MINUTE, 0) end

local own = open(KEYS[1], tonumber(ARGV[2]))
local all = tonumber(ARGV[6]) > 0 and open(KEYS[3], tonumber(ARGV[6])) or nil
local taken = redis.call('ZCOUNT', slots, now + 1, '+inf')

local function answer(verdict, wait)
  if not all then return { verdict, wait, left(own), now + own.missing, taken } end
  -- As many as the key may have are there again while the account's bucket, which is larger, still fills.
  local untilOwn = all.missing - math.floor(MINUTE * (all.size - own.size) / all.size)
  return { verdict, wait, math.min(left(own), left(all)), now + math.max(own.missing, untilOwn), taken }
end

local ownWait = waitFor(own)
local allWait = all and waitFor(all) or 0
local tokensWait = math.max(ownWait, allWait)
local windowWait = window and waitForWindow(window, requests, span) or 0
if tokensWait > 0 and tokensWait >= windowWait then return answer(ownWait >= allWait and 1 or 4, tokensWait) end
if windowWait > 0 then return answer(2, windowWait) end
if lease > 0 and taken >= concurrency then return answer(3, 0) end

take(own)
if all then take(all) end
if window then takeWindow(window, span, id) end
if lease > 0 then
  redis.call('ZREMRANGEBYSCORE', slots, '-inf', now)
  redis.call('ZADD', slots, now + lease, id)
  expireIn(slots, lease)
  taken = taken + 1
end
return answer(0, 0)`

/** KEYS: slots. ARGV: lease, then the ids of requests that go on. Also takes back what Redis has forgotten. */
export const RENEW = `${CLOCK}
local lease = tonumber(ARGV[1])
for i = 2, #ARGV do redis.call('ZADD', KEYS[1], now + lease, ARGV[i]) end
expireIn(KEYS[1], lease)`

/** KEYS: window. ARGV: id of the request, requests, span. Returns for how long the window is full; 0 when it was taken. */
export const TAKE_WINDOW = `${CLOCK}${WINDOW}
local id, requests, span = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local wait = waitForWindow(KEYS[1], requests, span)
if wait == 0 then takeWindow(KEYS[1], span, id) end
return wait`
