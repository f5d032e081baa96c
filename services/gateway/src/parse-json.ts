import { isUtf8 } from 'node:buffer'
import { ApiError, LIMITS } from '@gleaner/contracts'
import {
  createJsonScanner,
  type JsonBounds,
  type JsonScanner,
  JsonTooLarge,
  type StringToken,
} from '@gleaner/contracts/json-scanner'
import { invalidRequest } from '@gleaner/http-api'
import { nextTurn } from '@gleaner/runtime'
import { MEGABYTE } from '@gleaner/runtime/units'
import { describeJsonFault } from './describe-json-fault.ts'

/** Bounded by their own endpoints, which read them piece by piece. */
const ANY = Number.POSITIVE_INFINITY

const BOUNDS: JsonBounds = {
  depth: LIMITS.requestDepth,
  parts: LIMITS.requestParts,
  partsOf: {
    extraction_schema: LIMITS.extractionSchemaParts,
    cookies: LIMITS.importedCookieParts,
    urls: LIMITS.batchParts,
  },
  text: LIMITS.requestText,
  textOf: { body: ANY, content: ANY, cookies: ANY },
}
/** Which string of a large request is the large one is known at its end. */
const LARGE_BOUNDS: JsonBounds = { ...BOUNDS, text: ANY }
/** Scanned in one go, before the event loop turns: 2 ms. */
const SLICE_BYTES = MEGABYTE

/** Parses a request that is small enough to be parsed in one go; throws INVALID_JSON, or INVALID_REQUEST for too many values. */
export function parseJson(sent: Buffer): unknown {
  const bytes = withoutMark(sent)
  checkText(bytes)
  const scanner = createJsonScanner(BOUNDS)
  scan(scanner, bytes, 0, bytes.length)
  return parse(bytes.toString('utf8'))
}

/** Throws INVALID_REQUEST, that names `field`, for a JSON text with more levels or values than a request may have there. */
export function checkJsonBounds(text: string, field: string): void {
  const bytes = Buffer.from(`{${JSON.stringify(field)}:${text}`)
  scan(createJsonScanner(BOUNDS), bytes, 0, bytes.length)
}

/**
 * Parses a large request without holding the event loop: the string at its field `name`, which makes it large, is decoded
 * piece by piece, and the rest in one go. `restBytes` is the size of that rest; above `mostRest` nothing is parsed.
 */
export async function parseLargeJson(
  sent: Buffer,
  mostRest: number,
  name = 'body',
): Promise<{ parsed: unknown; restBytes: number }> {
  const bytes = withoutMark(sent)
  checkText(bytes)
  const scanner = createJsonScanner(LARGE_BOUNDS)
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
    scan(scanner, bytes, from, Math.min(bytes.length, from + SLICE_BYTES))
    await nextTurn()
  }
  const body = scanner.stringAt(name)
  const restBytes = bytes.length - (body ? body.end - body.start : 0)
  if (restBytes > mostRest) return { parsed: undefined, restBytes }
  if (!body) return { parsed: parseJson(bytes), restBytes }
  const rest = Buffer.concat([bytes.subarray(0, body.start), bytes.subarray(body.end)])
  const parsed = parseJson(rest) as object
  return { parsed: { ...parsed, [name]: await decodeString(bytes, body) }, restBytes }
}

/** The byte order mark of UTF-8, which Windows programs write, may be passed over (RFC 8259 section 8.1). */
const MARK = Buffer.from([0xef, 0xbb, 0xbf])

function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, MARK.length).equals(MARK) ? bytes.subarray(MARK.length) : bytes
}

/** Decoding would put a replacement character in the place of each fault, and send something else than was asked. */
function checkText(bytes: Buffer): void {
  if (bytes.length === 0) throw new ApiError('INVALID_JSON', 'The request has no body; send a JSON object.')
  if (!isUtf8(bytes)) throw new ApiError('INVALID_JSON', 'The request body is not valid UTF-8.')
}

function scan(scanner: JsonScanner, bytes: Buffer, from: number, to: number): void {
  try {
    scanner.read(bytes, from, to)
  } catch (error) {
    if (!(error instanceof JsonTooLarge)) throw error
    throw invalidRequest([{ path: error.field, message: error.message }])
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const fault = describeJsonFault(text, error as Error)
    throw new ApiError('INVALID_JSON', `The request body is not valid JSON: ${fault}.`)
  }
}

async function decodeString(bytes: Buffer, { start, end, cuts }: StringToken): Promise<string> {
  const pieces: string[] = []
  let from = start
  for (const to of [...cuts, end]) {
    pieces.push(parse(`"${bytes.toString('utf8', from, to)}"`) as string)
    from = to
    await nextTurn()
  }
  return pieces.join('')
}
