import type { Lease } from './lease.ts'

/** Tallest screenshot in CSS pixels: Chromium's largest texture, beyond which it repeats or drops content. */
const MAX_HEIGHT = 16_384

/** A PNG of what the window shows, or of the whole page, up to 16,384 pixels in height. */
export async function screenshotOf(
  { session }: Lease,
  { fullPage }: { fullPage: boolean },
): Promise<Uint8Array> {
  await session.send('Emulation.setScrollbarsHidden', { hidden: true })
  const clip = fullPage ? await wholePage(session) : undefined
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    optimizeForSpeed: true,
    captureBeyondViewport: fullPage,
    ...(clip && { clip }),
  })
  await session.send('Emulation.setScrollbarsHidden', { hidden: false })
  return Buffer.from(data, 'base64')
}

async function wholePage(session: Lease['session']) {
  const { cssContentSize } = await session.send('Page.getLayoutMetrics')
  const width = Math.max(1, cssContentSize.width)
  const height = Math.min(Math.max(1, cssContentSize.height), MAX_HEIGHT)
  return { x: 0, y: 0, width, height, scale: 1 }
}

/** ISO 216 A4 in inches, the unit of the protocol. */
const A4 = { paperWidth: 8.27, paperHeight: 11.69 }

/** An A4 PDF of the page as it would be printed, backgrounds included. */
export async function pdfOf({ session }: Lease): Promise<Uint8Array> {
  const { data } = await session.send('Page.printToPDF', { ...A4, printBackground: true })
  return Buffer.from(data, 'base64')
}
