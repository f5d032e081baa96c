import type { ExtractedJson } from '../extract-json.ts'
import { type Budget, tooMuch } from './budget.ts'
import { WorkerLost } from './page-worker.ts'

/** Ended by us, not by the page: it may be read again. */
export const CANCELLED: ExtractedJson = {
  ok: false,
  code: 'CANCELLED',
  message: 'Reading the page was cancelled.',
}

/** Reading the page has not begun. */
export const WAITED_TOO_LONG: ExtractedJson = {
  ok: false,
  code: 'WAITED_TOO_LONG',
  message: "The request's timeout passed while the page waited to be read.",
}

export function failed(message: string): ExtractedJson {
  return { ok: false, code: 'EXTRACTION_FAILED', message }
}

export function tooSlow(timeoutMs: number): string {
  return `The page could not be read within ${timeoutMs} ms.`
}

export function reasonOfLoss(error: Error, budget: Budget): string {
  const cause = error instanceof WorkerLost ? error.lossCause : undefined
  return cause ? tooMuch[cause](budget) : 'The page could not be read.'
}
