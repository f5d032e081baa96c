import type { ActionOutcome } from '@gleaner/contracts'
import type { ActionResult, FetchedPage } from '@gleaner/http-tiers'
import { bodyKey, documentKey, screenshotKey } from '@gleaner/storage'
import { documentFileOf } from './document-file.ts'

/** Where a page's downloads went. Links are signed and hold as long as the result is kept. */
export interface StoredArtifacts {
  screenshotUrl: string | null
  pdfUrl: string | null
  actionResults?: ActionOutcome[]
}

/** Keeps the files of jobs for download. */
export interface Artifacts {
  store(jobId: string, page: FetchedPage): Promise<StoredArtifacts>
  /** Keeps the page itself, where it is a file and not too large; gives its link. */
  storeDocument(jobId: string, page: FetchedPage): Promise<string | undefined>
  /** Keeps a body as a file, and gives its link. */
  storeBody(jobId: string, body: Uint8Array): Promise<string>
}

/** Stores one file and returns the link under which it can be downloaded. */
export type StoreFile = (name: string, bytes: Uint8Array, contentType: string) => Promise<string>

/** `maxDocumentBytes`: of a file that is kept. */
export function createArtifacts(
  storeFile: StoreFile,
  { maxDocumentBytes }: { maxDocumentBytes: number },
): Artifacts {
  return {
    // Whatever the target sent: browsers are to save it, not to show it.
    storeBody: (jobId, body) => storeFile(bodyKey(jobId), body, 'application/octet-stream'),
    async store(jobId, page) {
      const { screenshot, pdf, actionResults } = page
      return {
        screenshotUrl: screenshot ? await storeFile(screenshotKey(jobId), screenshot, 'image/png') : null,
        pdfUrl: pdf ? await storeFile(`${jobId}/page.pdf`, pdf, 'application/pdf') : null,
        ...(actionResults && { actionResults: await presentActions(jobId, actionResults, storeFile) }),
      }
    },
    async storeDocument(jobId, page) {
      const file = page.body.byteLength <= maxDocumentBytes ? documentFileOf(page) : undefined
      return file && (await storeFile(documentKey(jobId, file.extension), page.body, file.contentType))
    },
  }
}

async function presentActions(
  jobId: string,
  results: ActionResult[],
  storeFile: StoreFile,
): Promise<ActionOutcome[]> {
  return await Promise.all(
    results.map(async ({ type, ok, error, screenshot, value }, index) => {
      const url = screenshot && (await storeFile(`${jobId}/action-${index}.png`, screenshot, 'image/png'))
      return {
        type,
        success: ok,
        result: url ?? null,
        error: error ?? null,
        ...(type === 'execute_js' && ok && { value: value === undefined ? null : JSON.parse(value) }),
        ...(url !== undefined && { screenshot_url: url }),
      }
    }),
  )
}
