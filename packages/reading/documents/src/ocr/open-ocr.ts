import { openBundledOcr } from './bundled-ocr.ts'
import type { Ocr } from './ocr.ts'
import { openSystemOcr } from './system-ocr.ts'

/**
 * An OCR engine for `languages`: the machine's own `tesseract` when it has them all, as it is faster and may know more,
 * else the bundled one, which knows English. Throws when neither knows a language, naming it.
 */
export async function openOcr(languages: readonly string[], signal: AbortSignal | undefined): Promise<Ocr> {
  return (await openSystemOcr(languages, signal)) ?? openBundledOcr(languages, signal)
}
