import { ApiError, LIMITS } from '@gleaner/contracts'
import { invalidRequest } from '@gleaner/http-api'
import { nextTurn } from '@gleaner/runtime'
import { isObject } from '@gleaner/runtime/is-object'
import type { Request } from 'express'
import { parseJson } from './parse-json.ts'
import { payloadTooLarge, readBytes } from './read-bytes.ts'
import { refuseEncoding } from './read-json-body.ts'
import { type FormPart, splitMultipart } from './read-multipart.ts'

/** What is sent beside a file: its options and what stands around parts. */
const BESIDE_BYTES = 128 * 1024

/** Whether a request brings a file: anything that is declared, and not as JSON. */
export function isFile(request: Request): boolean {
  const type = request.get('content-type')
  return type !== undefined && !request.is(['application/json', '+json'])
}

/** A file and what was said of it, as the fields of a JSON body that brings one. */
export async function readFileBody(request: Request, limit: number): Promise<Record<string, unknown>> {
  refuseEncoding(request)
  const isParts = request.is('multipart/form-data') !== false
  const most = isParts ? limit + BESIDE_BYTES : limit
  if (Number(request.get('content-length') ?? 0) > most) throw payloadTooLarge(limit)
  const bytes = await readBytes(request, most)
  await nextTurn()
  const type = request.get('content-type')!
  const { file, ...fields } = isParts
    ? readParts(splitMultipart(bytes, type))
    : {
        ...lists(request.query as Record<string, unknown>),
        file: { bytes, contentType: type, filename: undefined },
      }
  if (file.bytes.length > limit) throw payloadTooLarge(limit)
  await nextTurn()
  return {
    ...(file.filename && { filename: file.filename }),
    // A type that says nothing is none.
    ...(file.contentType && { content_type: file.contentType }),
    ...fields,
    content: file.bytes.toString('base64'),
    encoding: 'base64',
  }
}

type SentFile = Pick<FormPart, 'bytes' | 'contentType' | 'filename'>

/** The file and the fields beside it, each once; `options` holds fields as JSON. */
function readParts(parts: readonly FormPart[]): Record<string, unknown> & { file: SentFile } {
  const files = parts.filter(({ name, filename }) => name === 'file' || filename !== undefined)
  const [file] = files
  if (!file || files.length > 1)
    throw invalidRequest([
      { path: 'file', message: 'is required, once: the part of the form that is the file' },
    ])
  const named = parts
    .filter((part) => part !== file)
    .map(({ name, bytes }) => [name, bytes.toString('utf8')] as const)
  const { options, ...fields } = Object.fromEntries(named)
  if (named.length > Object.keys(Object.fromEntries(named)).length)
    throw invalidRequest([{ path: '', message: 'must have each field once' }])
  return { ...readOptions(options), ...lists(fields), file }
}

function readOptions(text: string | undefined): object {
  if (text === undefined) return {}
  if (text.length > LIMITS.requestBody) throw payloadTooLarge(LIMITS.requestBody)
  try {
    const options = parseJson(Buffer.from(text))
    if (isObject(options)) return options
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
  throw invalidRequest([
    { path: 'options', message: 'must be a JSON object such as {"formats": ["markdown"]}' },
  ])
}

/** `formats` in a form or a query is names with commas between them. */
function lists(fields: Record<string, unknown>): Record<string, unknown> {
  const { formats } = fields
  return typeof formats === 'string'
    ? { ...fields, formats: formats.split(',').map((name) => name.trim()) }
    : fields
}
