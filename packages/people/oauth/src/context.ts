import type { Database } from '@gleaner/db'
import type { RedirectRules } from './redirect-uri.ts'

/** What the functions of this package work with; built once per process. */
export interface OAuthContext {
  db: Database
  redirects: RedirectRules
}
