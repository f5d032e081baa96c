import type { JobError } from '../planning/escalation.ts'

interface Tried {
  /** Attempts that ended. */
  attempts: number
  /** Claims of workers before. */
  claims: number
}

/** How a job ends whose deadline has passed, by what was tried for it. Nothing is charged. */
export function deadlinePassed({ attempts, claims }: Tried): JobError {
  if (attempts > 0)
    return {
      code: 'ALL_TIERS_FAILED',
      message: "The request's timeout passed before the next tier could start.",
    }
  if (claims > 0)
    return {
      code: 'ALL_TIERS_FAILED',
      message: "The request's timeout passed before a worker could finish it.",
    }
  return {
    code: 'SERVICE_UNAVAILABLE',
    message:
      "The request's timeout passed before a worker began: nothing was fetched, and nothing is charged. Repeat it, or give it a longer timeout.",
  }
}
