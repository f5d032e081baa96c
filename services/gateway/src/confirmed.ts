import { ApiError } from '@gleaner/contracts'
import { CommitUnknown, isDatabaseUnavailable, retryWhileUnavailable } from '@gleaner/db'
import { CONFIRM_MS } from '@gleaner/jobs'

/** What is accepted: a batch, a crawl, a search. */
export interface Accepted {
  name: 'batch' | 'crawl' | 'search'
  /** As callers know it. */
  id: string
  statusUrl: string
}

/**
 * Accepts something in a transaction whose commit may not be confirmed. What was accepted before is not accepted again, so that `accept` may
 * be repeated. Throws SERVICE_UNAVAILABLE that names it while nobody knows.
 */
export async function confirmed<T>(what: Accepted, accept: () => Promise<T>): Promise<T> {
  try {
    return await accept()
  } catch (error) {
    if (!(error instanceof CommitUnknown)) throw error
    return await retryWhileUnavailable(accept, CONFIRM_MS).catch((later: unknown) => {
      throw isDatabaseUnavailable(later) ? acceptanceUnknown(what, later) : later
    })
  }
}

function acceptanceUnknown({ name, id, statusUrl }: Accepted, cause: unknown): ApiError {
  const error = new ApiError(
    'SERVICE_UNAVAILABLE',
    `The database broke off while the ${name} was accepted, and could not be asked since. It may have been accepted as ${id}: GET ${statusUrl} tells, and says NOT_FOUND when it was not. Look there before you repeat the request, or repeat it with the Idempotency-Key that it had.`,
    { [`${name}_id`]: id, status_url: statusUrl },
  )
  return Object.assign(error, { cause })
}
