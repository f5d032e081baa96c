export interface Ocr {
  /** The paragraphs of an image file (PNG, JPEG, WebP, BMP, TIFF or Netpbm). */
  read(image: Buffer): Promise<string[]>
  close(): Promise<void>
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
