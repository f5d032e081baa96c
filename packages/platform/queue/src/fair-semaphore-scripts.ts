import { FAIR_RULE } from './work/work-row.ts'

/**
 * The steps of the fair semaphore, each one atomic on the server. All use the server's clock, so that the clocks of
 * workers do not matter. Keys below `P` (one hash tag, so one node of a cluster):
 *
 * - `units`: hash, resource -> permits that there are (absent: the default that the script is given; a line's name holds its own, `line.ts`)
 * - `workers:<resource>`: sorted set, `<worker> <permits it brings>` -> end of its lease
 * - `held:<resource>` and `held:<resource> <account>`: sorted sets, ticket -> end of its lease
 * - `waiting:<resource> <account>`: sorted set, ticket -> since when; a future time: woken, and skipped until then
 * - `rotation:<resource>`: sorted set, account that waits -> its position, the next one first
 * - `contended`: set of the resources that somebody waits for
 * - `closed:<resource>`: the time until which nobody gets a permit
 * - `singles:<machine>`: is there while single scrapes are about on a machine
 */
const COMMON = `
local P = KEYS[1]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local LEASE, DEFAULT_UNITS = tonumber(ARGV[1]), tonumber(ARGV[2])
local KEEP = 3600000
local MAX_STEPS = 64

local function heldKey(resource) return P .. 'held:' .. resource end
local function ownKey(resource, account) return P .. 'held:' .. resource .. ' ' .. account end
local function waitingKey(resource, account) return P .. 'waiting:' .. resource .. ' ' .. account end
local function rotationKey(resource) return P .. 'rotation:' .. resource end
local function closedKey(resource) return P .. 'closed:' .. resource end

local function freeOf(resource)
  redis.call('ZREMRANGEBYSCORE', heldKey(resource), '-inf', now)
  local units = tonumber(string.match(resource, '^line:(%d+):') or redis.call('HGET', P .. 'units', resource) or DEFAULT_UNITS)
  return units - redis.call('ZCARD', heldKey(resource)), units
end

-- Some permits are kept for accounts that hold none (\`FAIR_RULE\`): one alone gets half of all, and another finds some at any
-- time. A line is one account's alone.
local function mayTake(resource, account, ticket)
  local free, units = freeOf(resource)
  if redis.call('ZSCORE', heldKey(resource), ticket) then return true end
  if string.match(resource, '^line:') then return free > 0 end
  redis.call('ZREMRANGEBYSCORE', ownKey(resource, account), '-inf', now)
  local own = redis.call('ZCARD', ownKey(resource, account))
  if own == 0 then return free > 0 end
  return own < ${FAIR_RULE.times} * (free - math.max(1, math.floor(units / ${FAIR_RULE.keptOneIn})))
end

local function take(resource, account, ticket)
  for _, key in ipairs({ heldKey(resource), ownKey(resource, account) }) do
    redis.call('ZADD', key, now + LEASE, ticket)
    redis.call('PEXPIRE', key, KEEP)
  end
end

local function release(resource, account, ticket)
  redis.call('ZREM', heldKey(resource), ticket)
  redis.call('ZREM', ownKey(resource, account), ticket)
end

local function firstMissing(resources, account, ticket)
  for _, resource in ipairs(resources) do
    if not mayTake(resource, account, ticket) then return resource end
  end
end

local function moveToBack(resource, account)
  redis.call('ZADD', rotationKey(resource), redis.call('INCR', P .. 'rotations'), account)
  redis.call('PEXPIRE', rotationKey(resource), KEEP)
end

local function wait(resource, account, ticket)
  local waiting = waitingKey(resource, account)
  redis.call('ZADD', waiting, 'NX', now, ticket)
  redis.call('PEXPIRE', waiting, KEEP)
  if not redis.call('ZSCORE', rotationKey(resource), account) then moveToBack(resource, account) end
  redis.call('SADD', P .. 'contended', resource)
end

local function stopWaiting(resource, account, ticket)
  redis.call('ZREM', waitingKey(resource, account), ticket)
end

-- Gives free permits to those who wait, one account after the other. A woken ticket stays in its list, hidden for one
-- lease: if its worker never comes, it is woken again.
local function wake(resource, woken)
  local rotation = rotationKey(resource)
  local looks = redis.call('ZCARD', rotation)
  for _ = 1, MAX_STEPS do
    if looks <= 0 or freeOf(resource) <= 0 then break end
    local account = redis.call('ZRANGE', rotation, 0, 0)[1]
    if not account then break end
    local waiting = waitingKey(resource, account)
    local ticket = redis.call('ZRANGEBYSCORE', waiting, '-inf', now, 'LIMIT', 0, 1)[1]
    if not ticket then
      looks = looks - 1
      if redis.call('EXISTS', waiting) == 0 then redis.call('ZREM', rotation, account) else moveToBack(resource, account) end
    elseif not mayTake(resource, account, ticket) then
      looks = looks - 1
      moveToBack(resource, account)
    else
      local resources = cjson.decode(ticket).resources
      local missing = firstMissing(resources, account, ticket)
      if missing then
        stopWaiting(resource, account, ticket)
        wait(missing, account, ticket)
      else
        for _, each in ipairs(resources) do take(each, account, ticket) end
        redis.call('ZADD', waiting, now + LEASE, ticket)
        table.insert(woken, ticket)
      end
      moveToBack(resource, account)
    end
  end
  if redis.call('EXISTS', rotation) == 0 then redis.call('SREM', P .. 'contended', resource) end
end
`

/** What the script below returns for a ticket that waits now. */
export const WAITING = -1
/** The same for bulk work that has its permits while single scrapes are about. */
export const BESIDE_SINGLES = -2

/**
 * ARGV: lease, default units, ticket, gap in ms after a permit of the last resource (a line's name holds its own), key of the note of single scrapes, ms for which to
 * leave it (0 for bulk work, which looks for it). Returns 0 (or -2) when all permits of the ticket were taken, -1 when it waits now, else
 * in how many ms to ask again.
 */
export const ACQUIRE = `${COMMON}
local ticket, gap = ARGV[3], tonumber(ARGV[4])
local singles, note = ARGV[5], tonumber(ARGV[6])
if note > 0 then redis.call('SET', singles, 1, 'PX', note) end
local request = cjson.decode(ticket)
local account, resources = request.account, request.resources
for _, resource in ipairs(resources) do
  local openAt = tonumber(redis.call('GET', closedKey(resource)) or '0')
  if openAt > now then
    for _, each in ipairs(resources) do
      release(each, account, ticket)
      stopWaiting(each, account, ticket)
    end
    return openAt - now
  end
end
local missing = firstMissing(resources, account, ticket)
for _, resource in ipairs(resources) do
  if resource ~= missing then stopWaiting(resource, account, ticket) end
end
if missing then
  wait(missing, account, ticket)
  return ${WAITING}
end
for _, resource in ipairs(resources) do take(resource, account, ticket) end
for i, resource in ipairs(resources) do
  local own = tonumber(string.match(resource, '^line:%d+:(%d+):') or (i == #resources and gap or 0))
  if own > 0 then redis.call('SET', closedKey(resource), now + own, 'PX', own) end
end
if note == 0 and redis.call('EXISTS', singles) == 1 then return ${BESIDE_SINGLES} end
return 0`

/**
 * ARGV: lease, default units, line, 1 when the caller, who has its permit, starts at this moment. Else keeps the next start of the line for it. Returns in
 * how many ms it may start; everybody else comes a gap after it.
 */
export const RESERVE = `${COMMON}
local line = ARGV[3]
local gap = tonumber(string.match(line, '^line:%d+:(%d+):') or 0)
local openAt = tonumber(redis.call('GET', closedKey(line)) or '0')
local start = ARGV[4] == '1' and now or math.max(now, openAt)
local nextAt = math.max(openAt, start + gap)
if gap > 0 then redis.call('SET', closedKey(line), nextAt, 'PX', nextAt - now) end
return start - now`

/** ARGV: lease, default units, ticket, its resources to release. Returns the tickets that got permits by it. */
export const RELEASE = `${COMMON}
local ticket = ARGV[3]
local account = cjson.decode(ticket).account
local woken = {}
for i = 4, #ARGV do
  release(ARGV[i], account, ticket)
  stopWaiting(ARGV[i], account, ticket)
end
for i = 4, #ARGV do wake(ARGV[i], woken) end
return woken`

/**
 * ARGV: lease, default units, worker, number of resources it brings permits of, for each (resource, permits), then for
 * each of its tickets (ticket, resource). Keeps what a worker brings and holds, and wakes where permits ran out with
 * their worker. Returns the tickets that got permits by it.
 */
export const RENEW = `${COMMON}
local worker, brought = ARGV[3], tonumber(ARGV[4])
for i = 5, 3 + 2 * brought, 2 do
  local workers, sum = P .. 'workers:' .. ARGV[i], 0
  redis.call('ZADD', workers, now + LEASE, worker .. ' ' .. ARGV[i + 1])
  redis.call('ZREMRANGEBYSCORE', workers, '-inf', now)
  for _, member in ipairs(redis.call('ZRANGE', workers, 0, -1)) do sum = sum + tonumber(string.match(member, '%d+$')) end
  redis.call('PEXPIRE', workers, KEEP)
  redis.call('HSET', P .. 'units', ARGV[i], sum)
end
for i = 5 + 2 * brought, #ARGV, 2 do take(ARGV[i + 1], cjson.decode(ARGV[i]).account, ARGV[i]) end
local woken = {}
for _, resource in ipairs(redis.call('SRANDMEMBER', P .. 'contended', 32)) do wake(resource, woken) end
return woken`

/** ARGV: lease, default units, ticket. Whether a waiting ticket has been woken. */
export const IS_WOKEN = `${COMMON}
local request = cjson.decode(ARGV[3])
for _, resource in ipairs(request.resources) do
  if not redis.call('ZSCORE', heldKey(resource), ARGV[3]) then return 0 end
end
return 1`
