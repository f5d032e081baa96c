import type { Caller } from '@gleaner/accounts'
import { mayForwardLargeBodies } from '@gleaner/billing'
import { ApiError, type Endpoint, LIMITS } from '@gleaner/contracts'
import { nextTurn } from '@gleaner/runtime'
import { MEGABYTE } from '@gleaner/runtime/units'
import type { Request } from 'express'
import { parseJson, parseLargeJson } from './parse-json.ts'
import { payloadTooLarge, readBytes } from './read-bytes.ts'

/** A body that a target gets may double in size when it is written as a JSON string. */
const JSON_ESCAPES = 2

/** A string at the top level that may make a request a large one. */
type LargeField = NonNullable<Endpoint['largeField']>

/**
 * Reads and parses a request's JSON body. At most 1 MB; more for endpoints whose bodies hold a large string, and for accounts that may
 * forward larger bodies to a target. The request without that string keeps to 1 MB.
 */
export async function readJsonBody(
  caller: Caller | undefined,
  request: Request,
  declaredLarge?: LargeField,
): Promise<unknown> {
  checkContentType(request)
  refuseEncoding(request)
  const declared = Number(request.get('content-length') ?? 0)
  const mayForward =
    !(declared <= LIMITS.requestBody) && caller !== undefined && mayForwardLargeBodies(caller.spendTier)
  const large = declaredLarge ?? (mayForward ? FORWARDED : undefined)
  const limit = LIMITS.requestBody + (large?.bytes ?? 0) * JSON_ESCAPES
  if (declared > limit) throw payloadTooLarge(limit)

  const bytes = await readBytes(request, limit)
  if (bytes.length <= LIMITS.requestBody) return checked(await parseInTurn(bytes), LIMITS.targetBody)
  const name = large?.name ?? FORWARDED.name
  const { parsed, restBytes } = await parseLargeJson(bytes, LIMITS.requestBody, name)
  // A large request is large because of that string, and of nothing else.
  if (restBytes > LIMITS.requestBody) throw payloadTooLarge(LIMITS.requestBody)
  return checked(parsed, LIMITS.targetBodyHighVolume)
}

/** Bodies up to this size are parsed and checked in a millisecond or two, and wait for nobody. */
const SMALL_BYTES = 4 * 1024

/** One turn parses the JSON; in the next one it is checked. */
async function parseInTurn(bytes: Buffer): Promise<unknown> {
  if (bytes.length <= SMALL_BYTES) return parseJson(bytes)
  await nextTurn()
  const parsed = parseJson(bytes)
  await nextTurn()
  return parsed
}

const FORWARDED: LargeField = { name: 'body', bytes: LIMITS.targetBodyHighVolume }

function checkContentType(request: Request): void {
  const type = request.get('content-type')
  if (type === undefined || type === 'application/json' || request.is(['application/json', '+json'])) return
  const message = "must be application/json (curl: -H 'Content-Type: application/json')"
  throw new ApiError('INVALID_REQUEST', `Content-Type is ${type.slice(0, 200)}; it ${message}.`, {
    issues: [{ path: 'Content-Type', message }],
  })
}

/** Throws INVALID_REQUEST for a compressed body. */
export function refuseEncoding(request: Request): void {
  if (request.get('content-encoding') && request.get('content-encoding') !== 'identity') {
    throw new ApiError('INVALID_REQUEST', 'Content-Encoding is not supported; send the body uncompressed.')
  }
}

function checked(parsed: unknown, limit: number): unknown {
  const body = (parsed as { body?: unknown } | null)?.body
  if (typeof body !== 'string' || Buffer.byteLength(body) <= limit) return parsed
  throw new ApiError('PAYLOAD_TOO_LARGE', `body: at most ${limit / MEGABYTE} MB may be sent to a target`, {
    issues: [{ path: 'body', message: `at most ${limit / MEGABYTE} MB` }],
  })
}
