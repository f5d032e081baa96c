import { inWords, RETENTION } from './limits.ts'

const RESULT_KEPT = inWords(RETENTION.resultMs)

/** What several places say in the same words. */
export const MESSAGES = {
  resultGone: `The result of this job was kept for ${RESULT_KEPT} and is gone.`,
  resultsGone: (of: 'batch' | 'search') =>
    `The results of this ${of} were kept for ${RESULT_KEPT} and are gone.`,
  keyInUse:
    'The first request with this Idempotency-Key is still running; repeat it once that one has been answered.',
  keyReused: `This Idempotency-Key was used with another request within ${inWords(RETENTION.keyMs)}; use a new key for a new request.`,
} as const
