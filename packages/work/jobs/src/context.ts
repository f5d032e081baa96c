import type { Pool } from '@gleaner/db'
import type { Producer, PubSub } from '@gleaner/queue'
import type { Logger } from '@gleaner/runtime'
import type { SecretBox } from '@gleaner/security/secret-box'

/** What the functions of this package work with; built once per process. */
export interface JobsContext {
  pool: Pool
  pubSub: PubSub
  producer: Producer
  secretBox: SecretBox
  logger: Logger
  /** Ids of jobs that this process waits for carry it. */
  instanceId: string
}
