import type { Page } from 'puppeteer-core'

/** Tallest screenshot in CSS pixels: Chromium's largest texture, beyond which it repeats or drops content. */
const MAX_HEIGHT = 16_384

/** A PNG of the page. `fullPage` takes all of it, up to 16,384 pixels in height. */
export async function screenshotOf(page: Page, { fullPage }: { fullPage: boolean }): Promise<Uint8Array> {
  const options = { type: 'png', optimizeForSpeed: true, captureBeyondViewport: fullPage } as const
  if (!fullPage) return page.screenshot(options)
  const { cssContentSize } = await (await page.createCDPSession()).send('Page.getLayoutMetrics')
  const { width, height } = cssContentSize
  const clip = { x: 0, y: 0, width: Math.max(1, width), height: Math.min(Math.max(1, height), MAX_HEIGHT) }
  return page.screenshot({ ...options, clip })
}

/** An A4 PDF of the page as it would be printed, backgrounds included. */
export async function pdfOf(page: Page): Promise<Uint8Array> {
  return page.pdf({ format: 'a4', printBackground: true, timeout: 0, waitForFonts: false })
}
