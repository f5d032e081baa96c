import type { FetchedPage } from '@gleaner/http-tiers'
import type { ProxySource } from '@gleaner/proxies'
import type { SessionUse } from '@gleaner/sessions'
import type { JobSession } from '../session/open-job-session.ts'

/** A page, the kind of proxy that it came through, and the login session that it was asked for with. */
export interface Fetched {
  page: FetchedPage
  source: ProxySource
  jobSession: JobSession
  use: SessionUse | undefined
}

/** Whether the page was asked for with a session that its caller may only use: nothing of it is shown. */
export function isForeign({ jobSession }: Pick<Fetched, 'jobSession'>): boolean {
  return jobSession.kind === 'opened' && jobSession.session.isForeign
}
