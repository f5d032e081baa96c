import { DOOR_MARKER, type WebhookDialect } from '@gleaner/contracts/webhook-dialect'
import type { Dialect } from '../dialect.ts'

/** What a job's `metadata` keeps of how it was asked for by this door: documents and webhooks are told accordingly. */
export interface Marker {
  dialect: Dialect
  /** Fields of a document that were asked for. */
  show: string[]
  /** Which client asks, and on whose behalf. */
  origin?: string
  integration?: string
  attributes?: { selector: string; attribute: string }[]
  /** Which events the webhook wants, and what it is told beside them. */
  webhook?: WebhookDialect
}

/** The marker of a job, from the `metadata` that it was sent with; what shows everything where it came by another door. */
export function markerOf(metadata: unknown): Marker | undefined {
  const marker = (metadata as Record<string, unknown> | null | undefined)?.[DOOR_MARKER]
  const { dialect, show } = Object(marker) as Partial<Marker>
  return typeof dialect === 'string' && Array.isArray(show) ? (marker as Marker) : undefined
}
