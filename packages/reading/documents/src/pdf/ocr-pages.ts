import type { DocumentOptions } from '../document-result.ts'
import { toNetpbm } from '../ocr/netpbm.ts'
import { openOcr } from '../ocr/open-ocr.ts'

type Pdf = Awaited<ReturnType<typeof import('unpdf')['getDocumentProxy']>>

/** Pages whose images are read: each takes seconds. */
const MAX_OCR_PAGES = 20
/** Smaller images are logos and rules. In pixels. */
const MIN_PIXELS = 40_000

/** The text in the images of a scanned PDF, a paragraph each; undefined when there is none. */
export async function ocrPages(
  pdf: Pdf,
  pages: number,
  options: DocumentOptions,
): Promise<string[] | undefined> {
  const { extractImages } = await import('unpdf')
  const ocr = await openOcr(options.ocrLanguages ?? ['eng'], options.signal)
  const paragraphs: string[] = []
  try {
    for (let number = 1; number <= Math.min(pages, MAX_OCR_PAGES); number++) {
      options.signal?.throwIfAborted()
      for (const image of await extractImages(pdf, number)) {
        if (image.width * image.height < MIN_PIXELS) continue
        paragraphs.push(...(await ocr.read(toNetpbm(image))))
      }
    }
  } finally {
    await ocr.close()
  }
  return paragraphs.length > 0 ? paragraphs : undefined
}
