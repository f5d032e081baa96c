import { retryWhileUnavailable } from '@gleaner/db'
import type { ClaimedJob } from '@gleaner/jobs'
import { SecretUnreadable } from '@gleaner/security/secret-box'
import { type AskedOfSession, foreignUseIssues, type OpenedSession, openSession } from '@gleaner/sessions'
import type { TierContext } from '../context.ts'
import { PATIENCE_MS } from '../patience.ts'

/** The login session of a job at one of its attempts. */
export type JobSession =
  /** It asked for none. */
  | { kind: 'none' }
  | { kind: 'opened'; session: OpenedSession }
  /** It may be used, and is not sent: the job is of a test key. */
  | { kind: 'sample' }
  /** It may only be used, and the job asks for what would show its values: nothing is fetched. */
  | { kind: 'refused'; why: string }
  /** It was deleted or unshared since the job was accepted, or has expired. */
  | { kind: 'gone' }
  /** The key that it is sealed with is not there, or it is damaged: a fault of ours. */
  | { kind: 'unreadable' }

/** Opened anew for each attempt, so that nothing is sent that its owner has taken back. */
export async function openJobSession({ jobs, logger }: TierContext, job: ClaimedJob): Promise<JobSession> {
  const id = job.spec.session_id
  if (id === undefined) return { kind: 'none' }
  try {
    const session = await retryWhileUnavailable(() => openSession(jobs, id, job), PATIENCE_MS)
    if (!session) return { kind: 'gone' }
    if (job.test) return { kind: 'sample' }
    const [issue] = session.isForeign ? foreignUseIssues(askedBy(job)) : []
    return issue ? { kind: 'refused', why: `${issue.path} ${issue.message}.` } : { kind: 'opened', session }
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error
    logger.error({ err: error, jobId: job.id, sessionId: id }, 'a session could not be opened')
    return { kind: 'unreadable' }
  }
}

/** What a job asks for, as its request did. */
function askedBy({ spec, secrets }: ClaimedJob): AskedOfSession {
  const { actions, headers: session_headers } = secrets
  return { url: spec.url, advanced: { ...spec.advanced, actions, session_headers } }
}
