/**
 * How the address that a request named is told of its pages and its end, where it was asked for by another API's door: in that API's
 * words. Kept in the `metadata` of the batch or crawl, as `firecrawl.webhook`.
 */
export interface WebhookDialect {
  /** Those of `started`, `page`, `completed` and `failed` that are wanted; absent: all. */
  events?: string[] | undefined
  /** Told with each event. */
  metadata?: Record<string, unknown> | undefined
}

/** The name in `metadata` that a door keeps what it has to know under. */
export const DOOR_MARKER = 'firecrawl'

export function webhookDialectOf(metadata: unknown): WebhookDialect | undefined {
  const marker = (metadata as Record<string, unknown> | null | undefined)?.[DOOR_MARKER]
  const { webhook } = Object(marker) as { webhook?: unknown }
  if (typeof webhook !== 'object' || webhook === null) return undefined
  const { events, metadata: added } = webhook as Record<string, unknown>
  return {
    ...(Array.isArray(events) && { events: events.filter((name) => typeof name === 'string') }),
    ...(typeof added === 'object' && added !== null && { metadata: added as Record<string, unknown> }),
  }
}

export function isWanted({ events }: WebhookDialect, event: string): boolean {
  return events === undefined || events.includes(event)
}
