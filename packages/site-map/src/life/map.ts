import type { ErrorCode } from '@gleaner/contracts/errors'
import type { MapRequest } from '@gleaner/contracts/schemas/maps'
import type { Pool } from '@gleaner/db'
import type { Producer, PubSub } from '@gleaner/queue'

/** What the life of a map needs: Postgres remembers it, the queue asks for it, a message wakes who waits. */
export interface MapsContext {
  pool: Pool
  producer: Pick<Producer, 'add'>
  pubSub: PubSub
}

/** `only_count`: not its addresses are wanted but how many there are, for an estimate. That is free. */
export type AskedMap = MapRequest & { only_count?: true }

/** Reply of a map of which only the count was wanted. */
export interface MapCount {
  urls: number
  sitemap_found: boolean
  warnings: string[]
}

/** Who asks for a map, and which one. */
export interface NewMap {
  accountId: string
  apiKeyId: string | null
  /** Of a test key: the sample site is mapped, and nothing is charged. */
  test: boolean
  request: AskedMap
}

/** Why a map ended without a reply, as callers are told. */
export interface MapError {
  code: ErrorCode
  message: string
  details?: Record<string, unknown> | undefined
}

/** A map that has ended: with an error, or with a reply of so many bytes. */
export interface EndedMap {
  id: string
  error: MapError | null
  bytes: number
}

/** After the time that the caller gave, for writing the reply down and for another try after a crash, in ms. */
export const GRACE_MS = 10_000

/** How long a map can be read. Source: `RETENTION.resultMs`, as of every result. */
export const KEPT = "interval '24 hours'"
