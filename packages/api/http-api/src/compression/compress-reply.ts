import type { Transform } from 'node:stream'
import type { Request, Response } from 'express'
import { chooseEncoding, EMPTY_FRAME, ENCODINGS, type EncodingName } from './encodings.ts'

/** Smaller bodies are left alone: they fit into a few packets, and would cost more time than they save. In bytes. */
const LEAST_BYTES = 8 * 1024

/** What becomes smaller. Streams of events are none: each has to arrive at once. */
const COMPRESSIBLE =
  /^(application\/(json|x-ndjson|xml|atom\+xml)|text\/(plain|csv|html|xml|markdown)|image\/svg\+xml)\b/

type Chunk = string | Uint8Array
type Callback = (error?: Error | null) => void

/**
 * Has a reply compressed as its caller accepts it, in threads of their own: a body that is whole at once, and what is written piece by piece as it
 * is written, as fast as the caller takes it.
 */
export function compressReply(request: Request, response: Response): void {
  const encoding = request.method === 'HEAD' ? undefined : chooseEncoding(request.get('accept-encoding'))
  if (!encoding) return
  const write = response.write.bind(response) as (chunk: Chunk, callback?: Callback) => boolean
  const end = response.end.bind(response) as (chunk?: Chunk, callback?: Callback) => Response
  let pieces: Transform | undefined
  let isDecided = false

  response.write = ((chunk: Chunk, ...rest: unknown[]) => {
    const { text, callback } = argumentsOf(chunk, rest)
    if (!isDecided) {
      isDecided = true
      if (isWorth(response)) pieces = begin(response, encoding, write, end)
    }
    return pieces ? pieces.write(text, callback) : write(text, callback)
  }) as Response['write']

  response.end = ((chunk?: Chunk | Callback, ...rest: unknown[]) => {
    const { text, callback } =
      typeof chunk === 'function' ? { text: undefined, callback: chunk } : argumentsOf(chunk, rest)
    if (callback) response.once('finish', callback)
    if (pieces) pieces.end(text)
    else if (!isDecided && text !== undefined && isWorth(response, text.length))
      void endWhole(response, encoding, text, end)
    else end(text)
    isDecided = true
    return response
  }) as Response['end']
}

/** Node's own functions take an encoding and a callback in any of these places. */
function argumentsOf(chunk: Chunk | undefined, rest: unknown[]) {
  const callback = rest.find((one): one is Callback => typeof one === 'function')
  const encoding = typeof rest[0] === 'string' ? (rest[0] as BufferEncoding) : 'utf8'
  const text = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk
  return { text: text as Buffer, callback }
}

function isWorth(response: Response, bytes?: number): boolean {
  const { statusCode } = response
  if (response.headersSent || statusCode === 204 || statusCode === 304) return false
  if (response.hasHeader('Content-Encoding') || response.hasHeader('Content-Range')) return false
  if (!COMPRESSIBLE.test(String(response.getHeader('Content-Type') ?? ''))) return false
  const size = bytes ?? response.getHeader('Content-Length')
  if (size !== undefined && Number(size) < LEAST_BYTES) return false
  response.vary('Accept-Encoding')
  return true
}

async function endWhole(
  response: Response,
  encoding: EncodingName,
  body: Buffer,
  end: (chunk: Buffer) => unknown,
): Promise<void> {
  const compressed = await ENCODINGS[encoding].whole(body).catch(() => undefined)
  // The caller has left meanwhile.
  if (response.destroyed) return
  if (compressed) {
    response.setHeader('Content-Encoding', encoding)
    response.setHeader('Content-Length', compressed.length)
  }
  end(compressed ?? body)
}

function begin(
  response: Response,
  encoding: EncodingName,
  write: (chunk: Chunk, callback?: Callback) => boolean,
  end: () => unknown,
): Transform {
  const pieces = ENCODINGS[encoding].pieces()
  response.removeHeader('Content-Length')
  response.setHeader('Content-Encoding', encoding)
  // From here on no other reply can be given.
  response.flushHeaders()
  let hasWritten = false
  pieces.on('data', (chunk: Buffer) => {
    if (hasWritten && chunk.equals(EMPTY_FRAME)) return
    hasWritten = true
    if (!write(chunk, () => pieces.resume())) pieces.pause()
  })
  pieces.on('drain', () => response.emit('drain'))
  pieces.on('end', () => end())
  pieces.on('error', () => response.destroy())
  response.once('close', () => pieces.destroy())
  return pieces
}
