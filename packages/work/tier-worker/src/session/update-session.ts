import { actorOf } from '@gleaner/audit-log'
import { retryWhileUnavailable } from '@gleaner/db'
import type { FetchOutcome } from '@gleaner/http-tiers'
import type { ClaimedJob } from '@gleaner/jobs'
import { cookieChanges, type SessionUse, updateCookies } from '@gleaner/sessions'
import type { TierContext } from '../context.ts'
import { PATIENCE_MS } from '../patience.ts'
import type { JobSession } from './open-job-session.ts'

/** Whether a job's cookies are to be kept: it asked for that, and the session is of its own account. */
function updatesSession({ spec, accountId }: ClaimedJob, jobSession: JobSession): boolean {
  const isOwn = jobSession.kind === 'opened' && jobSession.session.accountId === accountId
  return isOwn && spec.advanced.session_update === true
}

/**
 * Keeps the cookies that the target has set, before anything else is done with its page: a target that gives a new one with each page takes
 * the one before no more. A login wall changes nothing, which would log the session out.
 */
export async function updateSession(
  { jobs }: TierContext,
  job: ClaimedJob,
  {
    jobSession,
    outcome,
    use,
  }: { jobSession: JobSession; outcome: FetchOutcome; use: SessionUse | undefined },
): Promise<void> {
  if (jobSession.kind !== 'opened' || use?.result !== 'accepted' || outcome.kind !== 'page') return
  const { session } = jobSession
  const { cookies } = outcome.page
  if (!cookies || !updatesSession(job, jobSession)) return
  const changes = cookieChanges(session.cookies, cookies, session.domain)
  if (changes.set.length + changes.removed.length === 0) return
  const by = { actor: actorOf({ apiKeyId: job.apiKeyId ?? undefined }), jobId: job.id }
  await retryWhileUnavailable(() => updateCookies(jobs, session, changes, by), PATIENCE_MS)
}
