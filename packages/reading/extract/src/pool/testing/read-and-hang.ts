import { makePdf } from '@gleaner/documents/testing/make-pdf'
import { createExtractPool } from '../../pool.ts'

/** A process with a reader, which stays until it is killed. */
const pool = createExtractPool({ threads: 1, memoryMb: 256 })
await pool.extractJson(
  {
    url: 'https://example.com/document',
    body: makePdf([[{ x: 72, y: 700, size: 12, text: 'Nobody was there but a heron.' }]]),
    contentType: 'application/pdf',
    mode: 'auto',
    formats: undefined,
    includeRawHtml: false,
    onlyMainContent: true,
    removeCookieBanners: true,
    evidence: false,
    ocr: false,
    maxContentBytes: 1_000_000,
  },
  {},
)
process.send!('read')
setInterval(() => {}, 60_000)
