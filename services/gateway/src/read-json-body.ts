import { isUtf8 } from 'node:buffer'
import type { Caller } from '@gleaner/accounts'
import { mayForwardLargeBodies, readBalance, spendTierOf, toCents } from '@gleaner/billing'
import { ApiError, LIMITS } from '@gleaner/contracts'
import type { Request } from 'express'
import type { Context } from './context.ts'

/** A body that a target gets may double in size when it is written as a JSON string. */
const JSON_ESCAPES = 2

const TOO_SLOW_MS = 30_000

/**
 * Reads and parses a request's JSON body. At most 1 MB; accounts that may forward larger bodies to a target get room
 * for them, and the rest of their request keeps to 1 MB.
 */
export async function readJsonBody(ctx: Context, caller: Caller, request: Request): Promise<unknown> {
  checkContentType(request)
  const declared = Number(request.get('content-length') ?? 0)
  const mayBeLarge = !(declared <= LIMITS.requestBody) && (await isHighVolume(ctx, caller))
  const limit = mayBeLarge
    ? LIMITS.requestBody + LIMITS.targetBodyHighVolume * JSON_ESCAPES
    : LIMITS.requestBody
  if (declared > limit) throw tooLarge(limit)

  const bytes = await readBytes(request, limit)
  const parsed = parseJson(bytes)
  if (mayBeLarge) checkSizes(parsed, bytes.length)
  else checkTargetBody(parsed, LIMITS.targetBody)
  return parsed
}

function checkContentType(request: Request): void {
  const type = request.get('content-type')
  if (type === undefined || request.is(['application/json', '+json'])) return
  throw new ApiError('INVALID_REQUEST', `Content-Type is ${type}; send application/json.`, {
    issues: [{ path: 'Content-Type', message: 'must be application/json' }],
  })
}

async function isHighVolume(ctx: Context, caller: Caller): Promise<boolean> {
  const { availableMicros } = await readBalance(ctx.jobs.pool, caller.accountId)
  return mayForwardLargeBodies(spendTierOf(toCents(availableMicros), caller.enterprise))
}

async function readBytes(request: Request, limit: number): Promise<Buffer> {
  if (request.get('content-encoding') && request.get('content-encoding') !== 'identity') {
    throw new ApiError('INVALID_REQUEST', 'Content-Encoding is not supported; send the body uncompressed.')
  }
  const chunks: Buffer[] = []
  let size = 0
  const timer = setTimeout(() => request.destroy(), TOO_SLOW_MS)
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit) throw tooLarge(limit)
      chunks.push(chunk)
    }
  } finally {
    clearTimeout(timer)
  }
  return Buffer.concat(chunks, size)
}

function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) {
    throw new ApiError('INVALID_JSON', 'The request has no body; send a JSON object.')
  }
  // Decoding would put a replacement character in the place of each fault, and send something else than was asked.
  if (!isUtf8(bytes)) throw new ApiError('INVALID_JSON', 'The request body is not valid UTF-8.')
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    throw new ApiError('INVALID_JSON', `The request body is not valid JSON: ${withoutQuote(error as Error)}`)
  }
}

/** The parser quotes the body around an unexpected character; there may be half a password in it. */
function withoutQuote({ message }: Error): string {
  return message.replace(/, (?:\.{3})?".*$/s, '')
}

/** A large request is large because of what the target gets, and of nothing else. */
function checkSizes(parsed: unknown, totalBytes: number): void {
  const body = targetBodyOf(parsed)
  checkTargetBody(parsed, LIMITS.targetBodyHighVolume)
  const rest = totalBytes - (body === undefined ? 0 : Buffer.byteLength(JSON.stringify(body)))
  if (rest > LIMITS.requestBody) throw tooLarge(LIMITS.requestBody)
}

function checkTargetBody(parsed: unknown, limit: number): void {
  const body = targetBodyOf(parsed)
  if (body === undefined || Buffer.byteLength(body) <= limit) return
  throw new ApiError('PAYLOAD_TOO_LARGE', `body: at most ${limit / 1024 / 1024} MB may be sent to a target`, {
    issues: [{ path: 'body', message: `at most ${limit / 1024 / 1024} MB` }],
  })
}

function targetBodyOf(parsed: unknown): string | undefined {
  const body = (parsed as { body?: unknown } | null)?.body
  return typeof body === 'string' ? body : undefined
}

function tooLarge(limit: number): ApiError {
  return new ApiError('PAYLOAD_TOO_LARGE', `The request body is larger than ${limit / 1024 / 1024} MB.`, {
    limit_bytes: limit,
  })
}
