import { ApiError, LIMITS } from '@gleaner/contracts'
import { invalidRequest } from '@gleaner/http-api'
import { nextTurn } from '@gleaner/runtime'
import { isObject } from '@gleaner/runtime/is-object'
import type { Request } from 'express'
import { parseJson } from './parse-json.ts'
import { payloadTooLarge, readBytes } from './read-bytes.ts'
import { refuseEncoding } from './read-json-body.ts'
import { type FileForm, readFileForm } from './read-multipart.ts'

/** Whether a request brings a file: anything that is declared, and not as JSON. */
export function isFile(request: Request): boolean {
  const type = request.get('content-type')
  return type !== undefined && !request.is(['application/json', '+json'])
}

/** A file and what was said of it, as the fields of a JSON body that brings one. */
export async function readFileBody(request: Request, limit: number): Promise<Record<string, unknown>> {
  refuseEncoding(request)
  const { file, fields } =
    request.is('multipart/form-data') === false
      ? await readPlainFile(request, limit)
      : fromForm(await readFileForm(request, limit))
  const { bytes, filename, contentType } = file
  await nextTurn()
  return {
    ...(filename && { filename }),
    // A type that says nothing is none.
    ...(contentType && { content_type: contentType }),
    ...fields,
    content: bytes.toString('base64'),
    encoding: 'base64',
  }
}

type Sent = Pick<FileForm, 'file'> & { fields: Record<string, unknown> }

async function readPlainFile(request: Request, limit: number): Promise<Sent> {
  if (Number(request.get('content-length') ?? 0) > limit) throw payloadTooLarge(limit)
  const bytes = await readBytes(request, limit)
  const file = { bytes, filename: undefined, contentType: request.get('content-type') }
  return { file, fields: withList(request.query) }
}

/** `options` holds fields as JSON. */
function fromForm({ file, fields }: FileForm): Sent {
  const { options, ...others } = Object.fromEntries(fields)
  return { file, fields: { ...readOptions(options), ...withList(others) } }
}

/** The fields that the part `options` of a form holds as JSON. */
export function readOptions(text: string | undefined, example = '{"formats": ["markdown"]}'): object {
  if (text === undefined) return {}
  if (text.length > LIMITS.requestBody) throw payloadTooLarge(LIMITS.requestBody)
  try {
    const options = parseJson(Buffer.from(text))
    if (isObject(options)) return options
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
  throw invalidRequest([{ path: 'options', message: `must be a JSON object such as ${example}` }])
}

/** `formats` in a form or a query is names with commas between them. */
function withList(fields: Record<string, unknown>): Record<string, unknown> {
  const { formats } = fields
  return typeof formats === 'string'
    ? { ...fields, formats: formats.split(',').map((name) => name.trim()) }
    : fields
}
