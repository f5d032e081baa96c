/**
 * A UUID of version 7 (RFC 9562): sorted by creation time, so that indexes grow at their end. `instance`, up to
 * three hexadecimal digits, stands in the place of the first random ones: see `instanceIdOf`.
 */
export function uuidv7(nowMs: number = Date.now(), instance = ''): string {
  const time = nowMs.toString(16).padStart(12, '0')
  const random = instance + randomHex().slice(instance.length)
  const variant = VARIANTS[Number.parseInt(random[3]!, 16) % VARIANTS.length]
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7)}`
}

/** The three digits of an id that `uuidv7` lets its caller choose. */
export function instanceIdOf(id: string): string {
  return id.slice(INSTANCE_START, INSTANCE_START + 3)
}

const INSTANCE_START = 'xxxxxxxx-xxxx-7'.length

/** RFC 9562: the first two bits are 10, the other two are random. */
const VARIANTS = '89ab'

const HEX_OF_ONE = 19
const BYTES_OF_ONE = Math.ceil(HEX_OF_ONE / 2)
/** Asking for random bytes costs the same for one as for some hundred. */
const pool = new Uint8Array(BYTES_OF_ONE * 100)
let used = pool.length

/** 19 random hexadecimal digits. */
function randomHex(): string {
  if (used === pool.length) {
    crypto.getRandomValues(pool)
    used = 0
  }
  let hex = ''
  for (const end = used + BYTES_OF_ONE; used < end; used++) hex += HEX[pool[used]!]
  return hex.slice(0, HEX_OF_ONE)
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Below every other UUID (RFC 9562, 5.9): where a walk over ids begins, and what stands for none in a key that must have one. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000'

/** Below every id of `uuidv7` that was made at that time or later. */
export function firstIdOf(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return UUID.test(text)
}

const BATCH_PREFIX = 'batch_'

/** The id of a batch as callers know it. */
export function toBatchId(uuid: string): string {
  return BATCH_PREFIX + uuid
}

/** The UUID of a batch; undefined for what is no id of one. */
export function uuidOfBatch(batchId: string): string | undefined {
  const uuid = batchId.startsWith(BATCH_PREFIX) ? batchId.slice(BATCH_PREFIX.length) : ''
  return isUuid(uuid) ? uuid : undefined
}

const SEARCH_PREFIX = 'search_'

/** The id of a search as callers know it. */
export function toSearchId(uuid: string): string {
  return SEARCH_PREFIX + uuid
}

/** The UUID of a search; undefined for what is no id of one. */
export function uuidOfSearch(searchId: string): string | undefined {
  const uuid = searchId.startsWith(SEARCH_PREFIX) ? searchId.slice(SEARCH_PREFIX.length) : ''
  return isUuid(uuid) ? uuid : undefined
}
