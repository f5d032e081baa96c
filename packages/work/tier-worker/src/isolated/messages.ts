import type { Tier } from '@gleaner/contracts'
import type { ExtractPool } from '@gleaner/extract'
import type { FetchRequest } from '@gleaner/http-tiers'
import type { TierConfig } from '../config.ts'

/** The first message to an isolated process: which tier workers to build, and of which settings. */
export interface Setup {
  /** Address of the service's module that exports `createTierWorkers`. */
  tierWorkersModule: string
  config: TierConfig
  opsPort: number | undefined
}

export type Call =
  | { kind: 'fetch'; id: number; tier: Tier; request: FetchRequest }
  | { kind: 'extract'; id: number; args: Parameters<ExtractPool['extractJson']> }
  /** What the time is (ms since 1970): the process has no database to learn it from. */
  | { kind: 'time'; now: number }
  /** The caller waits no longer for the reply to call `id`. */
  | { kind: 'cancel'; id: number }

/** The reply to a call: what it resolved to, or the message of what it threw. */
export type Reply = { id: number; value: unknown } | { id: number; error: string }
