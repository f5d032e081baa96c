import { createHash } from 'node:crypto'
import type { PageBytes } from '@gleaner/contracts'
import { makeMsg, makePptx, shape } from '@gleaner/documents/testing/make-office'
import { makePdf } from '@gleaner/documents/testing/make-pdf'
import { makeZip } from '@gleaner/documents/testing/make-zip'
import { wordsImage } from '@gleaner/documents/testing/words-image'
import { expect, test } from '@jest/globals'
import { extract } from './extract.ts'
import type { ExtractRequest } from './types.ts'

const WORDS = 'The harbour wakes early, and nets are mended at the sea.'
const WORD_XML = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${WORDS}</w:t></w:r></w:p></w:body></w:document>`
const TEXT_XML = `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text><text:p>${WORDS}</text:p></office:text></office:body></office:document-content>`

/** Every kind of file that is read and is no text. */
const FILES: [type: string, bytes: () => Uint8Array][] = [
  ['application/pdf', () => makePdf([[{ x: 72, y: 700, size: 12, text: WORDS }]])],
  [
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    () => makeZip({ 'word/document.xml': WORD_XML }),
  ],
  [
    'application/vnd.oasis.opendocument.text',
    () => makeZip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': TEXT_XML }),
  ],
  [
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    () => makePptx([shape('body', `<a:p><a:r><a:t>${WORDS}</a:t></a:r></a:p>`)]),
  ],
  ['application/vnd.ms-outlook', () => MESSAGE],
  ['image/png', wordsImage],
]
const MESSAGE = await makeMsg({ subject: 'The harbour', text: WORDS })

function request(body: Uint8Array, contentType: string, more: Partial<ExtractRequest> = {}): ExtractRequest {
  const flags = { includeRawHtml: false, onlyMainContent: true, removeCookieBanners: true, evidence: false }
  const common = {
    url: 'https://example.com/',
    mode: 'auto',
    formats: ['raw'],
    maxContentBytes: 50_000_000,
  } as const
  return { ...common, formats: ['raw'], ...flags, ocr: true, body, contentType, ...more }
}

test.each(FILES)('raw of %s is its bytes as base64, and says so', async (type, make) => {
  const bytes = make()
  const read = await extract(request(bytes, type, { formats: ['raw', 'text'] }))
  expect(read).toMatchObject({ ok: true, content: { raw_encoding: 'base64' } })
  const { raw, text } = (read as { content: { content: Record<string, string> } }).content.content
  expect(Buffer.from(raw!, 'base64').equals(bytes)).toBe(true)
  expect(text!.length).toBeGreaterThan(0)
})

test.each([
  ['text/html', '<p>ä</p>'],
  ['application/json', '{"a":1}'],
  ['text/plain', 'a\n'],
  ['text/csv', 'a,b\n1,2\n'],
  ['application/xml', '<a>1</a>'],
])('raw of %s is the text, and says nothing', async (type, body) => {
  const read = await extract(request(Buffer.from(body), type))
  expect(read).toMatchObject({ ok: true, content: { content: { raw: body } } })
  expect(JSON.stringify(read)).not.toContain('raw_encoding')
})

test.each(FILES)(
  '%s is not given where files are withheld, nor where it does not fit',
  async (type, make) => {
    const bytes = make()
    const failed = { ok: false, code: 'EXTRACTION_FAILED', message: expect.stringContaining('raw') }
    expect(await extract(request(bytes, type, { withholdsFiles: true }))).toMatchObject(failed)
    const message = expect.stringContaining('too many')
    const small = { maxContentBytes: bytes.length }
    expect(await extract(request(bytes, type, small))).toMatchObject({ ...failed, message })
    expect(
      await extract(request(bytes, type, { ...small, formats: ['text'], withholdsFiles: true })),
    ).toMatchObject({ ok: true })
  },
)

test.each<[type: string, bytes: Uint8Array]>([
  ...FILES.map(([type, make]): [string, Uint8Array] => [type, make()]),
  ['text/html', Buffer.from('<p>ä</p>')],
  ['text/html; charset=iso-8859-1', Buffer.from('<p>ä</p>', 'latin1')],
  ['video/mp4', Buffer.from('\0\0\0\x18ftypmp42')],
  ['application/zip', makeZip({ a: 'b' })],
  ['', Buffer.from([0, 1, 2, 3])],
])('bytes of %s are those that came, or lead to them', async (type, bytes) => {
  const formats: ExtractRequest['formats'] = ['bytes']
  const read = await extract(request(bytes, type, { formats, ocr: false }))
  if (!read.ok) throw new Error(read.message)
  const { bytes: given } = read.content.content as { bytes: PageBytes }
  expect(given).toEqual({
    content_type: type,
    size_bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    base64: Buffer.from(bytes).toString('base64'),
  })
  const bytesUrl = 'https://example.com/file'
  const linked = await extract(
    request(bytes, type, { formats, ocr: false, bytesUrl, maxContentBytes: 70_000 }),
  )
  expect(linked).toMatchObject({
    content: { content: { bytes: { sha256: given.sha256, url: bytesUrl } } },
  })
  const withheld = await extract(request(bytes, type, { formats, ocr: false, withholdsFiles: true }))
  expect(withheld).toMatchObject({ ok: false, code: 'EXTRACTION_FAILED' })
})

test('of a file that nothing is read from its bytes alone are given, which is said', async () => {
  const image = wordsImage()
  const read = await extract(request(image, 'image/png', { formats: ['bytes', 'markdown'], ocr: false }))
  expect(read).toMatchObject({
    ok: true,
    kind: 'image',
    ocrUsed: false,
    content: { content: { markdown: '' }, metadata: { image_type: 'image/png', width: 340, height: 150 } },
    warnings: [expect.stringContaining('its bytes alone are given')],
  })
  expect(await extract(request(image, 'image/png', { formats: ['markdown'], ocr: false }))).toMatchObject({
    ok: false,
    code: 'UNSUPPORTED_CONTENT_TYPE',
  })
})
