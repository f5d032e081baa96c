import type { PageResult } from '@gleaner/contracts'
import type { JobError } from '@gleaner/jobs'
import type { SessionUse } from '@gleaner/sessions'
import type { JobSession } from './open-job-session.ts'

const GONE =
  'The session could not be used any more when the page was fetched: it was deleted, is not shared any more, or has expired. The page was fetched without it.'
const SIGNED_OUT =
  'The session seems to have ended: the target wants a login. Bring the session new cookies with POST /sessions/{session_id}/refresh.'

/** What a result says of the session that its job asked for. */
export function sessionFields(
  { kind }: JobSession,
  use: SessionUse | undefined,
): Pick<PageResult, 'byos_applied' | 'warnings'> {
  switch (kind) {
    case 'none':
    case 'refused':
    case 'unreadable':
      return {}
    case 'gone':
      return { byos_applied: false, warnings: [GONE] }
    case 'sample':
      return { byos_applied: true }
    case 'opened':
      return { byos_applied: true, ...(use?.result === 'rejected' && { warnings: [SIGNED_OUT] }) }
  }
}

/** Why a job has failed, with what that has to do with its session. */
export function withSession(error: JobError, jobSession: JobSession, use: SessionUse | undefined): JobError {
  const { byos_applied, warnings = [] } = sessionFields(jobSession, use)
  if (byos_applied === undefined) return error
  return {
    ...error,
    message: [error.message, ...warnings].join(' '),
    details: { ...error.details, byos_applied },
  }
}
