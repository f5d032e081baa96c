import { invalidRequest } from '@gleaner/contracts'

const BYTE_ORDER_MARKS: readonly [string, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** The text of a CSV: of the encoding that its first bytes say, else of the declared one, else UTF-8. Throws INVALID_REQUEST. */
export function decodeCsv(bytes: Buffer, contentType: string | undefined): string {
  const [marked] = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? []
  const [, declared] = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? '') ?? []
  const decoder = openDecoder(marked ?? declared ?? 'utf-8')
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw notText(
      `is not ${decoder.encoding.toUpperCase()}; save it as "CSV UTF-8", or name its charset: Content-Type: text/csv; charset=windows-1252`,
    )
  }
  const at = text.indexOf('\0')
  if (at === -1) return text
  throw notText('must not contain U+0000', `line ${text.slice(0, at).split('\n').length}`)
}

function openDecoder(label: string): TextDecoder {
  try {
    return new TextDecoder(label, { fatal: true })
  } catch {
    throw notText('names a charset that is not known; send UTF-8', 'Content-Type')
  }
}

function notText(message: string, path = '') {
  return invalidRequest([{ path, message }])
}
