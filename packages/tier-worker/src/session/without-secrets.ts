import type { FetchedPage } from '@gleaner/fetch-engine'
import { redactSecrets } from '../attempt/redact-secrets.ts'
import type { JobSession } from './open-job-session.ts'

/** A page as it may be read and stored: without the secrets of the session that it was asked for with, those of the moment included. */
export function withoutSecrets(page: FetchedPage, jobSession: JobSession): FetchedPage {
  if (jobSession.kind !== 'opened') return page
  const { cookies, headers } = jobSession.session
  return redactSecrets(page, { cookies: [...cookies, ...(page.cookies ?? [])], headers })
}
