import type { Lease } from '../browser/pool/lease.ts'
import { runInPage } from '../browser/protocol/run-in-page.ts'
import type { Challenge } from './find-challenge.ts'
import type { Ocr } from './ocr.ts'

/** Small pictures are read better when they are drawn larger. */
const SCALE = 3
/** A picture that takes longer to arrive is looked for again at the next attempt. */
const DRAWN_MAX_MS = 5_000
/** Fewer letters than this are noise, more are no captcha. */
const LENGTHS = { min: 3, max: 12 }

/** Reads the letters of a picture, types them into its field and sends the form. False when none were recognised. */
export async function readImageCaptcha(
  { page, session, mainFrameId }: Lease,
  { picture, field }: Extract<Challenge, { kind: 'image' }>,
  ocr: Ocr,
): Promise<boolean> {
  const clip = await runInPage(session, mainFrameId, boxWhenDrawn, picture, DRAWN_MAX_MS)
  if (clip === null) return false
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    clip: { ...clip, scale: SCALE },
  })
  const letters = await ocr.read(Buffer.from(data, 'base64'))
  if (letters.length < LENGTHS.min || letters.length > LENGTHS.max) return false
  await runInPage(session, mainFrameId, focusAndClear, field)
  await page.keyboard.type(letters)
  await page.keyboard.press('Enter')
  return true
}

/** Position of the picture in the page, once it is drawn; null when it does not load. */
async function boxWhenDrawn(
  selector: string,
  maxMs: number,
): Promise<{ x: number; y: number; width: number; height: number } | null> {
  const element = document.querySelector(selector)
  if (element === null) return null
  if (element instanceof HTMLImageElement) {
    const late = new Promise<void>((resolve) => setTimeout(resolve, maxMs))
    await Promise.race([element.decode().catch(() => undefined), late])
    if (element.naturalWidth === 0) return null
  }
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  return width === 0 || height === 0 ? null : { x: left + scrollX, y: top + scrollY, width, height }
}

function focusAndClear(selector: string): void {
  const field = document.querySelector<HTMLInputElement>(selector)
  if (field === null) return
  field.value = ''
  field.focus()
}
