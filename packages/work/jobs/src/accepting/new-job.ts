import type { Labels } from '@gleaner/contracts/schemas/labels'
import type { Plan } from '../planning/plan.ts'
import type { ScrapeSecrets, ScrapeSpec } from '../spec.ts'
import type { JobKeyUse } from './idempotency.ts'

/** A request that has been checked, as it is accepted. */
export interface NewJob {
  id: string
  accountId: string
  /** None made a demo. */
  apiKeyId: string | null
  /** Made with a test key: answered from built-in pages, never charged. */
  test: boolean
  spec: ScrapeSpec
  secrets: ScrapeSecrets | undefined
  plan: Plan
  /** What its caller calls it by. */
  labels?: Labels | undefined
  /** Present when the answer may be stored for, or served to, later requests with the same key. */
  cacheKey: Buffer | undefined
  idempotency: JobKeyUse | undefined
  /** Is told the job's end, beside the account's webhook endpoints. */
  webhookUrl?: string | undefined
  /** Where bulk work waits for its admission, with bounds of its own at its target (`lineOf`); absent: the line of its host. */
  line?: string | undefined
  /** Of the request that asks for it. */
  requestId?: string | undefined
  /** The failed job that is run again as this one. */
  redrivenFrom?: string
}
