import type { Pool } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'

export interface SchedulesContext {
  pool: Pool
  secretBox: SecretBox
  /** In place of Postgres's clock, by which everything is due: a test lives through a year in a minute. */
  now?: () => Date
}
