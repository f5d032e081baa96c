import type { Socket } from 'node:net'
import zlib from 'node:zlib'
import {
  CANCEL,
  DATA,
  END_HEADERS,
  END_STREAM,
  ENHANCE_YOUR_CALM,
  type Frames,
  GOAWAY,
  goaway,
  HEADERS,
  INTERNAL_ERROR,
  type Misdeed,
  NO_ERROR,
  number,
  RST_STREAM,
} from './hostile-h2.ts'

const SENTENCE = 'Rope, tar and canvas are sold by the yard at the end of the pier. '
/** A page whose second half cannot be guessed from its first. */
const PAGE = `<!doctype html><html><head><title>Chandlery</title></head><body><h1>Chandlery</h1>${Array.from(
  { length: 200 },
  (_, i) => `<p id="p${(i * 7919) % 10_007}">${SENTENCE}${((i * 104_729) % 99_991).toString(36)}</p>`,
).join('')}</body></html>`
const HALF = PAGE.slice(0, PAGE.length / 2)

/** Writes a response over HTTP/1.1. */
export type Http1Response = (socket: Socket) => void

/** Gives what was written time to arrive: a reset discards what its receiver has not read. */
const LINGER_MS = 50
const afterwards = (act: () => void) => void setTimeout(act, LINGER_MS).unref()

export const head = (...lines: string[]) =>
  ['HTTP/1.1 200 OK', 'Content-Type: text/html', ...lines, '', ''].join('\r\n')
const headOf =
  (type: string) =>
  (...lines: string[]) =>
    head(...lines).replace('text/html', type)
const json = headOf('application/json')
const untyped = (...lines: string[]) => head(...lines).replace('Content-Type: text/html\r\n', '')
export const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
export const closes =
  (text: string): Http1Response =>
  (socket) =>
    void socket.end(text, 'latin1')
const resets =
  (text: string): Http1Response =>
  (socket) =>
    void socket.write(text, () => afterwards(() => socket.resetAndDestroy()))

const LENGTH = `Content-Length: ${PAGE.length}`
const CHUNKED = 'Transfer-Encoding: chunked'
/** The connection serves no other request. */
const LAST = 'Connection: close'

const ENCODERS: Record<string, (text: string) => Buffer> = {
  gzip: (text) => zlib.gzipSync(text),
  deflate: (text) => zlib.deflateSync(text),
  'raw deflate': (text) => zlib.deflateRawSync(text),
  br: (text) => zlib.brotliCompressSync(text),
  zstd: (text) => zlib.zstdCompressSync(text),
}

/** A response that is whole by its own length, with a part of an encoded page for a body. */
function cutInEncoding(name: string, part: number): Http1Response {
  const encoded = ENCODERS[name]!(PAGE)
  const sent = encoded.subarray(0, Math.floor(encoded.length * part))
  const coding = name.split(' ').at(-1)!
  return (socket) => {
    socket.write(head(`Content-Encoding: ${coding}`, `Content-Length: ${sent.length}`, LAST))
    socket.end(sent)
  }
}

/** Bodies that break off in transfer, over HTTP/1.1. */
export const CUT_HTTP1: Record<string, Http1Response> = {
  'shorter than its length, then closed': closes(head(LENGTH) + HALF),
  'shorter than its length, then closed, on a last connection': closes(head(LENGTH, LAST) + HALF),
  'shorter than its length, then reset': resets(head(LENGTH) + HALF),
  'shorter than its length, then reset, on a last connection': resets(head(LENGTH, LAST) + HALF),
  'nothing of its length': closes(head(LENGTH)),
  'without the last chunk': closes(head(CHUNKED) + chunk(HALF)),
  'without the last chunk, on a last connection': closes(head(CHUNKED, LAST) + chunk(HALF)),
  'in the midst of a chunk': closes(head(CHUNKED, LAST) + chunk(PAGE).slice(0, HALF.length)),
  'no chunk at all': closes(head(CHUNKED, LAST)),
  'reset between chunks': resets(head(CHUNKED) + chunk(HALF)),
  'reset between chunks, on a last connection': resets(head(CHUNKED, LAST) + chunk(HALF)),
  'of no known length, reset': resets(head(LAST) + HALF),
  'of no known type, shorter than its length, then closed': closes(untyped(LENGTH) + HALF),
  'JSON, shorter than its length, then closed': closes(json(LENGTH) + HALF),
}

const RECORDS = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, name: SENTENCE })))
const HALF_RECORDS = RECORDS.slice(0, RECORDS.length / 2)
const ZIPPED = zlib.gzipSync(RECORDS).toString('latin1')

/** The same for JSON, which browsers do not show, without a length that counts. */
export const CUT_JSON: Record<string, Http1Response> = {
  'JSON, without the last chunk': closes(json(CHUNKED) + chunk(HALF_RECORDS)),
  'JSON, of no known length, reset': resets(json(LAST) + HALF_RECORDS),
  'JSON, encoded, shorter than its length': closes(
    json('Content-Encoding: gzip', `Content-Length: ${ZIPPED.length}`) + ZIPPED.slice(0, ZIPPED.length / 2),
  ),
}

/** The same for what does not tell by itself where it ends. */
export const CUT_CSV: Record<string, Http1Response> = {
  'CSV, without the last chunk': closes(headOf('text/csv')(CHUNKED) + chunk(HALF)),
  'of no known type, without the last chunk': closes(untyped(CHUNKED) + chunk(HALF)),
}

/** Bodies that are whole by their own length, and break off within their content encoding. */
export const CUT_ENCODINGS: Record<string, Http1Response> = {
  ...Object.fromEntries(
    Object.keys(ENCODERS).map((name) => [`${name}, in its midst`, cutInEncoding(name, 0.5)]),
  ),
  'gzip, in its head': cutInEncoding('gzip', 0.003),
}

/** `:status: 200` and headers by HPACK's static table, none of them indexed anew (RFC 7541, appendix A). */
const headers = (length?: number) =>
  Buffer.concat([
    Buffer.from([0x88]),
    literal(CONTENT_TYPE, 'text/html'),
    length === undefined ? Buffer.alloc(0) : literal(CONTENT_LENGTH, String(length)),
  ])
const [CONTENT_LENGTH, CONTENT_TYPE] = [28, 31]
const literal = (name: number, value: string) =>
  Buffer.concat([Buffer.from([0x0f, name - 15, value.length]), Buffer.from(value)])

function halfThen(act: (frames: Frames, stream: number) => void, length?: number): Misdeed {
  return (frames) =>
    frames.asked((stream) => {
      frames.send(HEADERS, END_HEADERS, stream, headers(length))
      frames.send(DATA, 0, stream, Buffer.from(HALF))
      afterwards(() => act(frames, stream))
    })
}

const leaves =
  (code: number, disowns = false) =>
  ({ send, end }: Frames, stream: number) => {
    send(GOAWAY, 0, 0, goaway(code, disowns ? 0 : stream))
    afterwards(end)
  }
const resetsStream =
  (code: number) =>
  ({ send }: Frames, stream: number) =>
    send(RST_STREAM, 0, stream, number(code))

/** The same over HTTP/2. */
export const CUT_HTTP2: Record<string, Misdeed> = {
  'stream reset as cancelled': halfThen(resetsStream(CANCEL)),
  'stream reset with an error': halfThen(resetsStream(INTERNAL_ERROR)),
  'stream reset without an error, before its length': halfThen(resetsStream(NO_ERROR), PAGE.length),
  'ended before its length': halfThen(({ send }, stream) => send(DATA, END_STREAM, stream), PAGE.length),
  'GOAWAY, then closed': halfThen(leaves(NO_ERROR)),
  'GOAWAY with an error, then closed': halfThen(leaves(INTERNAL_ERROR)),
  'GOAWAY that disowns the stream, then closed': halfThen(leaves(ENHANCE_YOUR_CALM, true)),
  'connection closed': halfThen(({ end }) => end()),
  'connection reset': halfThen(({ reset }) => reset()),
}

const answers =
  (status: string, ...lines: string[]): Http1Response =>
  (socket) =>
    void socket.end([`HTTP/1.1 ${status}`, ...lines, LAST, '', ''].join('\r\n'))
const HTML = 'Content-Type: text/html'

/** Responses that are empty as they should be: the target's answer. */
export const EMPTY_ANSWERS: Record<string, Http1Response> = {
  '204': answers('204 No Content'),
  '205': answers('205 Reset Content', 'Content-Length: 0'),
  '304': answers('304 Not Modified'),
  '304 with the length of what was not modified': answers('304 Not Modified', HTML, LENGTH),
  '404 with a length of 0': answers('404 Not Found', HTML, 'Content-Length: 0'),
  '404 on a closed connection': answers('404 Not Found', HTML),
  'JSON with a length of 0': closes(json('Content-Length: 0')),
  '410 without a type': answers('410 Gone', 'Content-Length: 0'),
}

/** A page with nothing on it until its script runs. */
export const FILLED_BY_SCRIPT: Record<string, Http1Response> = {
  'filled by a script': closes(
    `${head(LAST)}<html><head></head><body><script>
      setTimeout(() => { document.body.textContent = '${SENTENCE}' }, 50)
    </script></body></html>`,
  ),
}

/** Whole responses of a page's kind with nothing on the page, over HTTP/1.1. */
export const EMPTY_PAGES: Record<string, Http1Response> = {
  'a length of 0': closes(head('Content-Length: 0')),
  'a closed connection': closes(head(LAST)),
  'no chunk but the last': closes(`${head(CHUNKED)}0\r\n\r\n`),
  'an empty gzip stream': (socket) => {
    const nothing = ENCODERS.gzip!('')
    socket.write(head('Content-Encoding: gzip', `Content-Length: ${nothing.length}`))
    socket.end(nothing)
  },
  ...Object.fromEntries(
    [
      ['white space', ' \r\n\t\n '],
      ['much white space', ' \n'.repeat(10_000)],
      ['a byte order mark', '\xef\xbb\xbf'],
      ['a doctype', '<!doctype html>'],
      ['an empty element', '<html></html>'],
      ['the skeleton of a page', '<!doctype html>\n<html lang="en"><head></head><body>\n</body></html>\n'],
      [
        'a head that shows nothing',
        '<html><head><meta charset="utf-8"><title></title></head><body></body></html>',
      ],
      ['a comment', '<!-- served by node 7 -->'],
    ].map(([name, body]) => [name, closes(head(`Content-Length: ${body!.length}`) + body)]),
  ),
}
