import type { ActionOutcome } from '@gleaner/contracts'
import type { ActionResult, FetchedPage } from '@gleaner/http-tiers'
import { screenshotKey } from '@gleaner/storage'

/** Where a page's downloads went. Links are signed and hold as long as the result is kept. */
export interface StoredArtifacts {
  screenshotUrl: string | null
  pdfUrl: string | null
  actionResults?: ActionOutcome[]
}

/** Keeps screenshots and PDFs for download. */
export interface Artifacts {
  store(jobId: string, page: FetchedPage): Promise<StoredArtifacts>
}

/** Stores one file and returns the link under which it can be downloaded. */
export type StoreFile = (name: string, bytes: Uint8Array, contentType: string) => Promise<string>

export function createArtifacts(storeFile: StoreFile): Artifacts {
  return {
    async store(jobId, page) {
      const { screenshot, pdf, actionResults } = page
      return {
        screenshotUrl: screenshot ? await storeFile(screenshotKey(jobId), screenshot, 'image/png') : null,
        pdfUrl: pdf ? await storeFile(`${jobId}/page.pdf`, pdf, 'application/pdf') : null,
        ...(actionResults && { actionResults: await presentActions(jobId, actionResults, storeFile) }),
      }
    },
  }
}

async function presentActions(
  jobId: string,
  results: ActionResult[],
  storeFile: StoreFile,
): Promise<ActionOutcome[]> {
  return await Promise.all(
    results.map(async ({ type, ok, error, screenshot }, index) => {
      const url = screenshot && (await storeFile(`${jobId}/action-${index}.png`, screenshot, 'image/png'))
      return {
        type,
        success: ok,
        result: url ?? null,
        error: error ?? null,
        ...(url !== undefined && { screenshot_url: url }),
      }
    }),
  )
}
