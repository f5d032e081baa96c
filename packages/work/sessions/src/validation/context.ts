import type { Pool } from '@gleaner/db'
import type { Producer, PubSub } from '@gleaner/queue'
import type { SecretBox } from '@gleaner/security/secret-box'

/** What validations work with. */
export interface ValidationsContext {
  pool: Pool
  producer: Producer
  pubSub: PubSub
  secretBox: SecretBox
}
