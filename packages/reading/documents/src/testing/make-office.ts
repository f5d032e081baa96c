import { makeZip } from './make-zip.ts'

const PARTS = 'http://schemas.openxmlformats.org/package/2006/content-types'
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE_LINKS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const MATH = 'http://schemas.openxmlformats.org/officeDocument/2006/math'

/** A Word file of one part. */
export function makeDocx(body: string): Uint8Array {
  return makeZip({
    '[Content_Types].xml': `<Types xmlns="${PARTS}"><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE_LINKS}"><Relationship Id="r1" Type="${LINKS}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="${WORD}" xmlns:m="${MATH}"><w:body>${body}</w:body></w:document>`,
  })
}

/** A PowerPoint file of slides, given as the shapes in them, and what slides link to by id. */
export function makePptx(slides: readonly string[], links: Record<string, string> = {}): Uint8Array {
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="s${index}"/>`)
  const targets = slides.map(
    (_, index) =>
      `<Relationship Id="s${index}" Type="${LINKS}/slide" Target="slides/slide${index + 1}.xml"/>`,
  )
  const external = Object.entries(links).map(
    ([id, address]) =>
      `<Relationship Id="${id}" Type="${LINKS}/hyperlink" Target="${address}" TargetMode="External"/>`,
  )
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${PARTS}"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    'ppt/presentation.xml': `<p:presentation><p:sldIdLst>${ids.reverse().join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': `<Relationships xmlns="${PACKAGE_LINKS}">${targets.join('')}</Relationships>`,
  }
  slides.forEach((shapes, index) => {
    files[`ppt/slides/slide${index + 1}.xml`] =
      `<p:sld><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`
    files[`ppt/slides/_rels/slide${index + 1}.xml.rels`] =
      `<Relationships xmlns="${PACKAGE_LINKS}">${external.join('')}</Relationships>`
  })
  return makeZip(files)
}

/** A text in a placeholder of a slide. */
export function shape(kind: string | undefined, paragraphs: string): string {
  const place = kind === undefined ? '' : `<p:ph type="${kind}"/>`
  return `<p:sp><p:nvSpPr><p:nvPr>${place}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs}</p:txBody></p:sp>`
}

/** An OpenDocument presentation of slides, given as the frames in them. */
export function makeOdp(slides: readonly string[]): Uint8Array {
  const pages = slides.map((frames) => `<draw:page>${frames}</draw:page>`).join('')
  return makeZip({
    mimetype: 'application/vnd.oasis.opendocument.presentation',
    'content.xml': `<office:document-content><office:body><office:presentation>${pages}</office:presentation></office:body></office:document-content>`,
  })
}

/** What a made message has, and its attachments' names. */
export interface MadeMessage {
  subject: string
  from?: string
  to?: string
  text?: string
  html?: string
  sent?: Date
  attachments?: string[]
}

/** An Outlook message. */
export async function makeMsg(message: MadeMessage): Promise<Uint8Array> {
  const { CFB } = await import('@e965/xlsx')
  const file = CFB.utils.cfb_new()
  const add = (name: string, content: Buffer) => CFB.utils.cfb_add(file, name, content)
  const text = (property: string, value: string | undefined, folder = '') =>
    value === undefined || add(`${folder}/__substg1.0_${property}001F`, Buffer.from(value, 'utf16le'))
  const time = Buffer.alloc(16)
  time.writeUInt16LE(0x40, 0)
  time.writeUInt16LE(0x39, 2)
  time.writeBigUInt64LE(
    BigInt((message.sent ?? new Date(0)).getTime()) * 10_000n + 116_444_736_000_000_000n,
    8,
  )
  add('/__properties_version1.0', Buffer.concat([Buffer.alloc(32), time]))
  text('0037', message.subject)
  text('0C1A', message.from)
  text('0E04', message.to)
  text('1000', message.text)
  if (message.html !== undefined) add('/__substg1.0_10130102', Buffer.from(message.html))
  message.attachments?.forEach((name, index) => {
    const folder = `/__attach_version1.0_#${index.toString(16).toUpperCase().padStart(8, '0')}`
    add(`${folder}/__properties_version1.0`, Buffer.alloc(32))
    text('3707', name, folder)
  })
  return new Uint8Array(CFB.write(file, { type: 'buffer' }) as Buffer)
}
