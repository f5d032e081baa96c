import { invalidRequest } from '@gleaner/http-api'

/** One part of a `multipart/form-data` (RFC 7578). */
export interface FormPart {
  name: string
  filename: string | undefined
  contentType: string | undefined
  bytes: Buffer
}

/** No form of ours has more. */
const MOST_PARTS = 20
const MOST_HEADER_BYTES = 8 * 1024

/** The parts of a form. Looks for each boundary once, and at nothing of a part but its headers. Throws INVALID_REQUEST. */
export function splitMultipart(bytes: Buffer, contentType: string): FormPart[] {
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))/i.exec(contentType)
  if (!boundary) throw invalidForm('has no boundary in its Content-Type')
  const mark = Buffer.from(`\r\n--${boundary[1] ?? boundary[2]}`, 'latin1')
  const parts: FormPart[] = []
  // The first boundary begins the body, or a line behind a preamble.
  let at = bytes.subarray(0, mark.length - 2).equals(mark.subarray(2))
    ? mark.length - 2
    : after(bytes, mark, 0)
  while (bytes.toString('latin1', at, at + 2) !== '--') {
    if (parts.length === MOST_PARTS) throw invalidForm(`has more than ${MOST_PARTS} parts`)
    // The line of a boundary may end in white space.
    const line = bytes.indexOf('\r\n', at)
    if (line < 0 || line - at > MOST_HEADER_BYTES) throw invalidForm('breaks off')
    const end = bytes.indexOf(mark, line)
    if (end < 0) throw invalidForm('breaks off before its last boundary')
    parts.push(readPart(bytes.subarray(line, end)))
    at = end + mark.length
  }
  return parts
}

function after(bytes: Buffer, mark: Buffer, from: number): number {
  const at = bytes.indexOf(mark, from)
  if (at < 0) throw invalidForm('does not have the boundary of its Content-Type')
  return at + mark.length
}

/** `part`: from the end of its boundary's line. */
function readPart(part: Buffer): FormPart {
  const end = part.subarray(0, MOST_HEADER_BYTES).indexOf('\r\n\r\n')
  if (end < 0) throw invalidForm('has a part without an end of its headers')
  // Names are sent as UTF-8 (RFC 7578, 5.1).
  const headers = part.toString('utf8', 0, end).split('\r\n')
  const headerOf = (name: string) =>
    headers
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim()
  const disposition = headerOf('content-disposition') ?? ''
  const name = parameter(disposition, 'name')
  if (name === undefined) throw invalidForm('has a part without a name')
  const filename = parameter(disposition, 'filename')
  return { name, filename, contentType: headerOf('content-type'), bytes: part.subarray(end + 4) }
}

/** Browsers write a quote in a name as `%22`, others as `\\"`; a backslash is one, also as the last character. */
function parameter(disposition: string, name: string): string | undefined {
  const quoted = String.raw`"((?:[^"\\]|\\(?!")|\\"(?!\s*(?:;|$)))*\\?)"`
  const found = new RegExp(String.raw`;\s*${name}=(?:${quoted}|([^\s;"]+))`, 'i').exec(disposition)
  return (found?.[1] ?? found?.[2])?.replaceAll('\\"', '"').replaceAll('%22', '"')
}

function invalidForm(what: string): Error {
  return invalidRequest([{ path: '', message: `is no multipart/form-data: it ${what}` }])
}
