import type { ErrorCode } from '@gleaner/contracts/errors'
import type { MapRequest } from '@gleaner/contracts/schemas/maps'
import { isAhead, type Pool } from '@gleaner/db'
import type { Producer, PubSub } from '@gleaner/queue'

/** What the life of a map needs: Postgres remembers it, the queue asks for it, a message wakes who waits. */
export interface MapsContext {
  pool: Pool
  producer: Pick<Producer, 'add' | 'bringForward'>
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

/** Whether a map costs anything: an estimate, and what a test key asks for, does not. */
export function isCharged({ test, request }: Pick<NewMap, 'test' | 'request'>): boolean {
  return !test && !request.only_count
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

/** The kinds of work that maps are: whose addresses are wanted, and those that are counted alone. */
export type MapKind = 'map' | 'estimate'

/** After the time that the caller gave, for writing the reply down and for another try after a crash, in ms. */
export const GRACE_MS = 10_000

/** SQL condition on a row of `site_map`: it has not ended, and is of use to somebody. */
export const IS_UNFINISHED = `ended_at IS NULL AND ${isAhead('deadline_at')}`

/** SQL: the kind of a row of `site_map`. */
export const KIND = `CASE WHEN request->>'only_count' = 'true' THEN 'estimate' ELSE 'map' END`

/** Nobody has made it in time. */
export const NOT_MADE: MapError = {
  code: 'SERVICE_UNAVAILABLE',
  message: 'The map was not made in time; nothing was charged. Repeat the request.',
}
