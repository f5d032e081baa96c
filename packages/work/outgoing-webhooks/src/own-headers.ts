import type { WebhookHeaders } from '@gleaner/contracts/schemas/webhook-headers'
import type { Queryable } from '@gleaner/db'
import { type SecretBox, SecretUnreadable } from '@gleaner/security/secret-box'
import type { ClaimedDelivery } from './claim-deliveries.ts'

/** What has headers of its own: an endpoint of the account, or the batch or crawl that named an address. */
export type HeadersOwner = 'endpoint' | 'batch'

/** What the sealed headers are bound to. */
export function headersContext(owner: HeadersOwner, id: string): string {
  return `webhook-headers:${owner}:${id}`
}

/** Null for none. */
export function sealHeaders(
  secretBox: SecretBox,
  owner: HeadersOwner,
  id: string,
  headers: WebhookHeaders | undefined,
): Uint8Array<ArrayBuffer> | null {
  if (!headers || Object.keys(headers).length === 0) return null
  return secretBox.seal(JSON.stringify(headers), headersContext(owner, id))
}

/** Throws SecretUnreadable. */
export function openHeaders(
  secretBox: SecretBox,
  owner: HeadersOwner,
  id: string,
  sealed: Uint8Array,
): WebhookHeaders {
  return JSON.parse(secretBox.open(sealed, headersContext(owner, id))) as WebhookHeaders
}

type Addressed = Pick<ClaimedDelivery, 'id' | 'endpointId' | 'batchId' | 'destination' | 'url'>

/**
 * The headers of deliveries that have any, by delivery. `unreadable`: no key of the ring opens them, or they are for another origin than
 * the delivery goes to: the endpoint has moved meanwhile.
 */
export async function readOwnHeaders(
  sql: Queryable,
  secretBox: SecretBox,
  deliveries: readonly Addressed[],
): Promise<Map<string, WebhookHeaders | 'unreadable'>> {
  const owners = new Map(deliveries.map((delivery) => [delivery.id, ownerOf(delivery)]))
  const idsOf = (kind: HeadersOwner) => [
    ...new Set([...owners.values()].flatMap((owner) => (owner?.kind === kind ? owner.id : []))),
  ]
  const ids = [idsOf('endpoint'), idsOf('batch')]
  if (ids.every(({ length }) => length === 0)) return new Map()
  const { rows } = await sql.query<Sealed>({ name: 'read-webhook-headers', text: READ, values: ids })
  const sealed = new Map(rows.map((row) => [row.id, row]))
  const found = new Map<string, WebhookHeaders | 'unreadable'>()
  for (const { id, url } of deliveries) {
    const owner = owners.get(id)
    const row = owner && sealed.get(owner.id)
    if (row) found.set(id, opened(secretBox, owner, row, url))
  }
  return found
}

interface Sealed {
  id: string
  url: string
  headers: Uint8Array
}

const READ = `
  SELECT id, url, headers FROM webhook_endpoint WHERE id = ANY($1::uuid[]) AND headers IS NOT NULL
  UNION ALL
  SELECT id, webhook_url, webhook_headers FROM batch WHERE id = ANY($2::uuid[]) AND webhook_headers IS NOT NULL`

function ownerOf({ endpointId, batchId, destination }: Addressed) {
  if (endpointId !== null) return { kind: 'endpoint' as const, id: endpointId }
  return batchId === null || destination !== null ? undefined : { kind: 'batch' as const, id: batchId }
}

function opened(
  secretBox: SecretBox,
  { kind, id }: { kind: HeadersOwner; id: string },
  row: Sealed,
  url: string,
): WebhookHeaders | 'unreadable' {
  if (!isSameOrigin(row.url, url)) return 'unreadable'
  try {
    return openHeaders(secretBox, kind, id, row.headers)
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error
    return 'unreadable'
  }
}

/** Headers are for one origin: who may name addresses has no other sent what they hold. */
export function isSameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin
}

/** Those of a batch or crawl; undefined for none. Throws SecretUnreadable. */
export async function readBatchHeaders(
  { pool, secretBox }: { pool: Queryable; secretBox: SecretBox },
  id: string,
): Promise<WebhookHeaders | undefined> {
  const { rows } = await pool.query<{ sealed: Uint8Array | null }>(
    'SELECT webhook_headers AS sealed FROM batch WHERE id = $1',
    [id],
  )
  const sealed = rows[0]?.sealed
  return sealed ? openHeaders(secretBox, 'batch', id, sealed) : undefined
}
