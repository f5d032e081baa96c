import { MEGABYTE } from '@gleaner/runtime/units'
import { overBudget } from '../budgets/page-budgets.ts'
import type { Lease } from '../pool/lease.ts'
import { readStream } from '../protocol/read-stream.ts'
import { runInPage } from '../protocol/run-in-page.ts'

/** Longest side of a screenshot in pixels: Chromium's largest texture, beyond which it repeats or drops content. */
const MAX_SIDE = 16_384
/** Most pixels of a screenshot: 128 MB while it is drawn. A page as wide as a desktop is cut at its height before. */
const MAX_AREA = 32 * MEGABYTE
/** Largest screenshot or PDF. */
export const MAX_FILE_BYTES = 50 * MEGABYTE
/** Pages of a PDF. */
const MAX_PDF_PAGES = 500

/** A PNG of the viewport, or of the whole page, as far as it fits into the limits above. */
export async function takeScreenshot(lease: Lease, { fullPage }: { fullPage: boolean }): Promise<Uint8Array> {
  const { session } = lease
  await session.send('Emulation.setScrollbarsHidden', { hidden: true })
  const clip = fullPage ? await wholePage(lease) : undefined
  const { data } = await session
    .send('Page.captureScreenshot', {
      format: 'png',
      optimizeForSpeed: true,
      captureBeyondViewport: fullPage,
      ...(clip && { clip }),
    })
    .catch(orNotDrawn('screenshot'))
  await session.send('Emulation.setScrollbarsHidden', { hidden: false })
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length > MAX_FILE_BYTES) throw overBudget.file('screenshot', MAX_FILE_BYTES)
  return bytes
}

/** The page from its top left, cut at the right and at the bottom. Limits are in pixels of the picture, not of CSS. */
async function wholePage({ session, mainFrameId }: Lease) {
  const { cssContentSize } = await session.send('Page.getLayoutMetrics')
  const pixelRatio = await runInPage(session, mainFrameId, () => devicePixelRatio)
  const maxSide = MAX_SIDE / pixelRatio
  const width = Math.min(Math.max(1, cssContentSize.width), maxSide)
  const maxHeight = Math.min(maxSide, MAX_AREA / pixelRatio ** 2 / width)
  const height = Math.min(Math.max(1, cssContentSize.height), Math.floor(maxHeight))
  return { x: 0, y: 0, width, height, scale: 1 }
}

/** ISO 216 A4 in inches, the unit of the protocol. */
const A4 = { paperWidth: 8.27, paperHeight: 11.69 }

/** An A4 PDF of the page as it would be printed, backgrounds included; the first 500 pages of it. */
export async function printPdf({ session }: Lease): Promise<Uint8Array> {
  const { stream } = await session
    .send('Page.printToPDF', {
      ...A4,
      printBackground: true,
      pageRanges: `1-${MAX_PDF_PAGES}`,
      transferMode: 'ReturnAsStream',
    })
    .catch(orNotDrawn('PDF'))
  const { bytes, tooLarge } = await readStream(session, stream!, MAX_FILE_BYTES)
  if (tooLarge) throw overBudget.file('PDF', MAX_FILE_BYTES)
  return bytes
}

/** What Chromium says when a page is too large to be drawn. */
const NOT_DRAWN = /Printing failed|Unable to capture screenshot/

function orNotDrawn(what: string): (error: Error) => never {
  return (error) => {
    throw NOT_DRAWN.test(error.message) ? overBudget.drawn(what) : error
  }
}
