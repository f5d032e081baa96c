import type { Guesses } from '@gleaner/accounts'
import type { Database } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'
import type { ClientDocuments } from './client-doors/client-documents.ts'
import type { OpenDoors } from './metadata.ts'
import type { RedirectRules } from './redirect-uri.ts'

/** What the functions of this package work with; built once per process. */
export interface OAuthContext {
  db: Database
  redirects: RedirectRules
  secretBox: SecretBox
  guesses: Guesses
  documents: ClientDocuments
  /** Where callers reach the service. */
  publicUrl: string
  isDevelopment: boolean
  doors: OpenDoors
}
