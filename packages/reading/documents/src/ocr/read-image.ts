import { element, page } from '../build-page.ts'
import { type DocumentOptions, type DocumentResult, unreadable } from '../document-result.ts'
import { imageFacts } from '../image-size.ts'
import { openOcr } from './open-ocr.ts'

/** The text in an image, as paragraphs. */
export async function readImage(
  bytes: Uint8Array,
  type: string,
  options: DocumentOptions,
): Promise<DocumentResult> {
  const ocr = await openOcr(options.ocrLanguages ?? ['eng'], options.signal)
  try {
    const paragraphs = await ocr.read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    const content = paragraphs.map((text) => element('p', {}, text))
    return {
      ok: true,
      kind: 'image',
      document: page(undefined, content),
      metadata: imageFacts(bytes, type),
      ocrUsed: true,
    }
  } catch (error) {
    options.signal?.throwIfAborted()
    return unreadable(
      `The image could not be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  } finally {
    await ocr.close()
  }
}
