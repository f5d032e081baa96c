import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { untilAborted } from '@gleaner/runtime/until'
import { type Ocr, toParagraphs } from './ocr.ts'

/** Languages whose data are installed with the package. Nothing is fetched when a document is read. */
const BUNDLED = new Set(['eng'])

/** Longest time for one image. */
const TIMEOUT_MS = 90_000

/** Tesseract compiled to WebAssembly, in a thread of its own that `close` ends. */
export async function openBundledOcr(languages: readonly string[], signal?: AbortSignal): Promise<Ocr> {
  const missing = languages.filter((language) => !BUNDLED.has(language))
  if (missing.length > 0) {
    throw new Error(
      `no OCR data for ${missing.join(', ')}; on this machine only ${[...BUNDLED].join(', ')} can be read`,
    )
  }
  const { createWorker, PSM } = await import('tesseract.js')
  const data = dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json'))
  const worker = await createWorker([...languages], 1, {
    langPath: join(data, '4.0.0_best_int'),
    gzip: true,
    cacheMethod: 'none',
    // The default throws in a callback of the thread, past every handler.
    errorHandler: () => {},
  })
  // As `tesseract` does on its own: find the blocks of the page, where this build takes it for one block.
  await worker.setParameters({ tessedit_pageseg_mode: PSM.AUTO })
  return {
    read: async (image) => {
      const deadline = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])])
      const { data } = await untilAborted(worker.recognize(image), deadline)
      return toParagraphs(data.text)
    },
    close: async () => {
      await worker.terminate()
    },
  }
}
