import { encodingOfLabel } from './decode-as.ts'

/** Where declarations are looked for. The standard scans 1 KB; browsers go on when a later `<meta>` says otherwise. */
const PRESCAN_BYTES = 16 * 1024

/** The encoding that the header, the XML declaration or a `<meta>` of the first 16 KB names; the header wins. */
export function declaredEncoding(bytes: Uint8Array, contentType: string | undefined): string | undefined {
  const label = contentType && /charset\s*=\s*["']?([^"';,\s]+)/i.exec(contentType)?.[1]
  const fromHeader = label && encodingOfLabel(label)
  if (fromHeader) return fromHeader
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PRESCAN_BYTES)).toString(
    'latin1',
  )
  return xmlEncoding(start) ?? metaEncoding(start)
}

function xmlEncoding(start: string): string | undefined {
  if (!start.startsWith('<?xml')) return undefined
  const declaration = start.slice(0, start.indexOf('?>') + 1)
  return fromDocument(/encoding\s*=\s*["']([^"']+)["']/.exec(declaration)?.[1])
}

/** https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding */
function metaEncoding(start: string): string | undefined {
  for (let at = start.indexOf('<'); at !== -1; at = start.indexOf('<', at + 1)) {
    if (start.startsWith('<!--', at)) {
      const end = start.indexOf('-->', at + 2)
      if (end === -1) return undefined
      at = end
    } else if (/^<meta[\s/]/i.test(start.slice(at, at + 6))) {
      const encoding = fromMeta(start.slice(at + 6, at + 1024))
      if (encoding) return encoding
    }
  }
  return undefined
}

const ATTRIBUTE = /([^\s=/>"']+)\s*(?:=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']*)))?|>/g

function fromMeta(tag: string): string | undefined {
  let content: string | undefined
  let charset: string | undefined
  for (const [whole, name = '', double, single, bare] of tag.matchAll(ATTRIBUTE)) {
    if (whole === '>') break
    const value = double ?? single ?? bare ?? ''
    if (/^charset$/i.test(name)) charset ??= value
    else if (/^content$/i.test(name)) content ??= value
  }
  return fromDocument(charset ?? (content && /charset\s*=\s*["']?([^"';\s]+)/i.exec(content)?.[1]))
}

/** A declaration that could be read byte by byte is not in UTF-16, whatever it says. */
function fromDocument(label: string | undefined): string | undefined {
  const encoding = label && encodingOfLabel(label)
  if (encoding?.startsWith('utf-16')) return 'utf-8'
  return encoding === 'x-user-defined' ? 'windows-1252' : encoding
}
