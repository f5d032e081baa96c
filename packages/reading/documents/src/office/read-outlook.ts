import { decodeBody, pageParts, parseHtml } from '@gleaner/markup'
import { element, page, withBreaks } from '../build-page.ts'
import { type DocumentResult, unreadable } from '../document-result.ts'

/** A file in a compound file, as the workbook reader's library gives it. */
interface Entry {
  content?: ArrayLike<number> | undefined
}

interface Compound {
  FullPaths: string[]
  FileIndex: Entry[]
}

/** Properties of a message. [MS-OXPROPS] and [MS-OXMSG], https://learn.microsoft.com/openspecs/exchange_server_protocols */
const SUBJECT = '0037'
const BODY = '1000'
const HTML_BODY = '1013'
const SENDER_NAME = '0C1A'
const SENDER_ADDRESS = ['5D01', '0C1F']
const TO = '0E04'
const CC = '0E03'
const LONG_FILE_NAME = '3707'
const SENT_AT = 0x0039
const DELIVERED_AT = 0x0e06
/** Types of properties: text in UTF-16, text in the sender's code page, bytes, a time. */
const [UTF16, NARROW, BINARY, TIME] = ['001F', '001E', '0102', 0x0040] as const
/** 100 nanoseconds from the year 1601 to 1970. */
const EPOCH = 116_444_736_000_000_000n
const MAX_ATTACHMENTS = 500

/** A message that Outlook saved (.msg): who wrote it to whom, its text, and the names of its attachments. */
export async function readOutlook(bytes: Uint8Array): Promise<DocumentResult> {
  const { CFB } = await import('@e965/xlsx')
  const { FullPaths, FileIndex }: Compound = CFB.read(Buffer.from(bytes), { type: 'buffer' })
  const root = FullPaths[0] ?? ''
  const files = new Map(FullPaths.map((path, index) => [path.slice(root.length), FileIndex[index]!]))
  const bytesOf = (name: string) => Buffer.from((files.get(name)?.content ?? []) as number[])
  const text = (property: string, folder = '') =>
    bytesOf(`${folder}__substg1.0_${property}${UTF16}`).toString('utf16le') ||
    bytesOf(`${folder}__substg1.0_${property}${NARROW}`).toString('latin1')
  const times = timesIn(bytesOf('__properties_version1.0'))
  if (times === undefined) return unreadable('The document is not an Outlook message (.msg), or is damaged.')
  const html = bytesOf(`__substg1.0_${HTML_BODY}${BINARY}`)
  const address = SENDER_ADDRESS.map((property) => text(property)).find((found) => found.includes('@'))
  const sender = [text(SENDER_NAME), address && `<${address}>`].filter(Boolean).join(' ')
  const attachments = [...files.keys()]
    .filter((path) => /^__attach_version1\.0_#[0-9A-F]+\/$/i.test(path))
    .slice(0, MAX_ATTACHMENTS)
    .map((folder) => text(LONG_FILE_NAME, folder).trim())
    .filter((name) => name !== '')
  const title = clean(text(SUBJECT))
  const facts = {
    From: sender,
    To: clean(text(TO)),
    Cc: clean(text(CC)),
    Attachments: attachments.join(', '),
  }
  const head = Object.entries(facts).filter(([, value]) => value !== '')
  const content = html.length > 0 ? pageContent(html) : paragraphs(text(BODY))
  return {
    ok: true,
    kind: 'other',
    document: page(title || undefined, [
      ...(title ? [element('h1', {}, title)] : []),
      ...head.map(([name, value]) => element('p', {}, [element('b', {}, `${name}:`), ` ${value}`])),
      ...content,
    ]),
    ...(title && { title }),
    ...(sender && { author: sender }),
    ...(times.sent && { publishedAt: times.sent }),
    metadata: { ...(attachments.length > 0 && { attachments }) },
    ocrUsed: false,
  }
}

/** Text ends with zeros in some files. */
function clean(text: string): string {
  return text.replaceAll('\0', '').trim()
}

function pageContent(html: Uint8Array) {
  const { body } = pageParts(parseHtml(decodeBody(html, 'text/html').text))
  return body?.children ?? []
}

function paragraphs(text: string) {
  return clean(text.replace(/\r\n?/g, '\n'))
    .split(/\n[ \t]*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => element('p', {}, withBreaks(part.trim())))
}

/** Bytes before the properties of a message itself, and of each. */
const [HEADER_BYTES, PROPERTY_BYTES] = [32, 16]

/** Times of the message; undefined for what has no properties. */
function timesIn(properties: Buffer): { sent: string | undefined } | undefined {
  if (properties.length < HEADER_BYTES) return undefined
  const found = new Map<number, string>()
  for (let at = HEADER_BYTES; at + PROPERTY_BYTES <= properties.length; at += PROPERTY_BYTES) {
    const [type, id] = [properties.readUInt16LE(at), properties.readUInt16LE(at + 2)]
    if (type !== TIME) continue
    const milliseconds = Number((properties.readBigUInt64LE(at + 8) - EPOCH) / 10_000n)
    if (Math.abs(milliseconds) < 8.64e15) found.set(id, new Date(milliseconds).toISOString())
  }
  return { sent: found.get(SENT_AT) ?? found.get(DELIVERED_AT) }
}
