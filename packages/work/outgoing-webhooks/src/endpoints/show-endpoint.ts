import type { Webhook } from '@gleaner/contracts'
import type { Prisma } from '@gleaner/db'

/** What replies show. */
export const SHOWN = {
  id: true,
  name: true,
  url: true,
  events: true,
  headerNames: true,
  isActive: true,
  failureCount: true,
  failingSince: true,
  disabledAt: true,
  createdAt: true,
  updatedAt: true,
} satisfies Prisma.WebhookEndpointSelect

export type EndpointRow = Prisma.WebhookEndpointGetPayload<{ select: typeof SHOWN }>

export function showEndpoint(row: EndpointRow): Webhook {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    events: row.events,
    header_names: row.headerNames,
    is_active: row.isActive,
    failure_count: row.failureCount,
    failing_since: row.failingSince?.toISOString() ?? null,
    disabled_at: row.disabledAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}
