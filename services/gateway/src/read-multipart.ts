import { Busboy, type BusboyInstance } from '@fastify/busboy'
import type { ApiError } from '@gleaner/contracts'
import { ClientClosed, invalidRequest } from '@gleaner/http-api'
import type { Request } from 'express'
import { payloadTooLarge, requestTimeout } from './read-bytes.ts'

/** A `multipart/form-data` that holds one file. */
export interface FileForm {
  file: { bytes: Buffer; filename: string | undefined; contentType: string | undefined }
  fields: ReadonlyMap<string, string>
}

const DEADLINE_MS = 30_000
/** Parts beside the file; no form of ours has more. */
const MOST_FIELDS = 19
const FIELD_BYTES = 128 * 1024
/** All that stands around the bytes of the file. */
const BESIDE_BYTES = 256 * 1024

/**
 * Reads a form with one file of at most `limit` bytes as it comes in, a piece in each turn. Throws INVALID_REQUEST, PAYLOAD_TOO_LARGE,
 * REQUEST_TIMEOUT, or ClientClosed when its sender leaves.
 */
export async function readFileForm(request: Request, limit: number): Promise<FileForm> {
  if (request.destroyed) throw new ClientClosed('the caller left before its body was read')
  const parser = openParser(request, limit)
  const { promise, resolve, reject } = Promise.withResolvers<FileForm>()
  const fields = new Map<string, string>()
  let file: FileForm['file'] | undefined
  let received = 0
  parser
    .on('file', (_, stream, filename, __, contentType) => {
      const chunks: Buffer[] = []
      stream
        .on('data', (chunk: Buffer) => void chunks.push(chunk))
        .on('limit', () => reject(payloadTooLarge(limit)))
        .on('error', () => reject(invalidForm('breaks off')))
        .on('end', () => {
          file = { bytes: Buffer.concat(chunks), filename, contentType }
        })
    })
    .on('field', (name, value, _, isCut) => {
      if (isCut) reject(payloadTooLarge(FIELD_BYTES))
      if (fields.has(name)) reject(invalidForm(`has the field ${name.slice(0, 100)} twice`))
      fields.set(name, value)
    })
    .on('filesLimit', () => reject(invalidForm('has more than one file')))
    .on('fieldsLimit', () => reject(invalidForm(`has more than ${MOST_FIELDS} fields`)))
    .on('partsLimit', () => reject(invalidForm(`has more than ${MOST_FIELDS + 1} parts`)))
    .on('error', () => reject(invalidForm('breaks off, or is written wrongly')))
    .on('finish', () => (file ? resolve({ file, fields }) : reject(NO_FILE())))
  const count = (chunk: Buffer) => {
    received += chunk.length
    if (received > limit + BESIDE_BYTES) reject(payloadTooLarge(limit))
  }
  const leave = () => reject(new ClientClosed('the caller left while sending its body'))
  const timer = setTimeout(() => reject(requestTimeout(DEADLINE_MS)), DEADLINE_MS)
  // One that has arrived closes by itself, perhaps before it is parsed.
  const arrived = () => request.off('close', leave)
  request.on('data', count).once('error', leave).once('close', leave).once('end', arrived).pipe(parser)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    request.unpipe(parser).off('data', count).off('close', leave).off('end', arrived).resume()
  }
}

function openParser(request: Request, limit: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': request.get('content-type')! },
      limits: {
        fileSize: limit,
        files: 1,
        fields: MOST_FIELDS,
        parts: MOST_FIELDS + 1,
        fieldSize: FIELD_BYTES,
        fieldNameSize: 100,
        headerPairs: 20,
        headerSize: 8 * 1024,
      },
      isPartAFile: (name, _, filename) => name === 'file' || filename !== undefined,
    })
  } catch {
    throw invalidForm('has no boundary in its Content-Type')
  }
}

const NO_FILE = () =>
  invalidRequest([{ path: 'file', message: 'is required, once: the part of the form that is the file' }])

function invalidForm(what: string): ApiError {
  return invalidRequest([{ path: '', message: `is no multipart/form-data with one file: it ${what}` }])
}
