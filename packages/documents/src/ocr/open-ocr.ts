import { openBundledOcr } from './bundled-ocr.ts'
import { openSystemOcr } from './system-ocr.ts'

export interface Ocr {
  /** The paragraphs of an image file (PNG, JPEG, WebP, BMP, TIFF or Netpbm). */
  read(image: Buffer): Promise<string[]>
  close(): Promise<void>
}

/**
 * An OCR engine for `languages`: the machine's own `tesseract` when it has them all, as it is faster and may know more,
 * else the bundled one, which knows English. Throws when neither knows a language, naming it.
 */
export async function openOcr(languages: readonly string[], signal: AbortSignal | undefined): Promise<Ocr> {
  return (await openSystemOcr(languages, signal)) ?? openBundledOcr(languages, signal)
}

/** Paragraphs of Tesseract's text: lines joined, hyphens at their ends undone. */
export function toParagraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((part) =>
      part
        .replace(/(\p{Ll})-\n(?=\p{Ll})/gu, '$1')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((part) => part !== '')
}
