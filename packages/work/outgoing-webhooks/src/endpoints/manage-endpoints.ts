import { recordAudit } from '@gleaner/audit-log'
import {
  ApiError,
  invalidRequest,
  uuidv7,
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookCreate,
  type WebhookCreated,
  type WebhookDetail,
  type WebhookHeaders,
  type WebhookList,
  type WebhookUpdate,
} from '@gleaner/contracts'
import {
  type Database,
  isUniqueViolation,
  noSuch,
  type Queryable,
  type TransactionHandles,
  takePlace,
} from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'
import { readRecentDeliveries } from '../deliveries/read-deliveries.ts'
import { readStats } from '../deliveries/read-stats.ts'
import { cancelDeliveriesOf, isSameOrigin, moveDeliveriesOf, readSecrets, sealHeaders } from '../index.ts'
import type { Holder } from './context.ts'
import { SHOWN, showEndpoint } from './show-endpoint.ts'

/** The endpoints of an account, oldest first. */
export async function listEndpoints(
  db: Database,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<WebhookList> {
  const { webhookEndpoint } = await db.prisma()
  const where = { accountId }
  const [rows, total] = await Promise.all([
    webhookEndpoint.findMany({ where, select: SHOWN, orderBy: { id: 'asc' }, take: limit, skip: offset }),
    webhookEndpoint.count({ where }),
  ])
  return { webhooks: rows.map(showEndpoint), total, limit, offset }
}

/** Throws NOT_FOUND, also for one of another account. */
export async function readEndpoint(db: Database, accountId: string, id: string): Promise<WebhookDetail> {
  const { webhookEndpoint } = await db.prisma()
  const row = await webhookEndpoint.findUnique({ where: { id, accountId }, select: SHOWN })
  const webhook = showEndpoint(row ?? noSuch('webhook'))
  const [recent_deliveries, stats] = await Promise.all([
    readRecentDeliveries(db.pool, id),
    readStats(db.pool, id),
  ])
  return { ...webhook, webhook, recent_deliveries, stats }
}

/**
 * Adds an endpoint; `url` as the URL parser writes it. Shows the secret that signs, too. Throws CONFLICT when the account has one of this
 * address, or as many as it may have.
 */
export async function createEndpoint(
  both: TransactionHandles,
  secretBox: SecretBox,
  { accountId, actor }: Holder,
  { url, name = null, events = [...WEBHOOK_EVENTS], headers = {}, is_active: isActive }: WebhookCreate,
): Promise<WebhookCreated> {
  const { prisma, sql } = both
  await takePlace(sql, 'webhook', accountId)
  const id = uuidv7()
  const data = { id, accountId, url, name, events, isActive, ...storedHeaders(secretBox, id, headers) }
  const row = await refuseTakenUrl(url, prisma.webhookEndpoint.create({ data, select: SHOWN }))
  const target = targetOf(row.id)
  const details = {
    host: new URL(url).host,
    events,
    is_active: isActive,
    ...(row.headerNames.length > 0 && { header_names: row.headerNames }),
  }
  await recordAudit(both, { accountId, actor, action: 'webhook.created', target, details })
  const secrets = await readSecrets({ pool: sql, secretBox }, accountId)
  return { ...showEndpoint(row), secret: (secrets ?? noSuch('webhook')).signing[0] }
}

/** Changes the fields that are given; throws NOT_FOUND, CONFLICT, or INVALID_REQUEST where it would move without its headers. */
export async function updateEndpoint(
  db: Database,
  secretBox: SecretBox,
  { accountId, actor }: Holder,
  id: string,
  update: WebhookUpdate,
): Promise<Webhook> {
  const { url, name, events, headers, is_active: isActive } = update
  const endpoint = { accountId, endpointId: id }
  return await db.transaction(async (both) => {
    const { prisma, sql } = both
    if (isActive === false) await cancelDeliveriesOf(sql, endpoint)
    else if (url !== undefined) await moveDeliveriesOf(sql, endpoint, url)
    const before = (await lockEndpoint(sql, endpoint)) ?? noSuch('webhook')
    const isMoved = url !== undefined && url !== before.url
    if (headers === undefined && isMoved && before.hasHeaders && !isSameOrigin(url, before.url))
      throw HEADERS_STAY
    const data = {
      ...(name !== undefined && { name }),
      ...(url !== undefined && { url }),
      ...(events !== undefined && { events }),
      ...(headers !== undefined && storedHeaders(secretBox, id, headers ?? {})),
      ...(isActive !== undefined && { isActive }),
      ...(isActive && { disabledAt: null }),
      // What has failed says nothing of another receiver, nor of one that has been mended.
      ...((isMoved || (isActive && !before.isActive)) && { failureCount: 0, failingSince: null }),
    }
    const writing = prisma.webhookEndpoint.update({ where: { id, accountId }, data, select: SHOWN })
    const row = await refuseTakenUrl(url, writing)
    const details = {
      fields: Object.keys(update),
      ...(isMoved && { host: new URL(url).host }),
      ...(isActive !== undefined && { is_active: isActive }),
    }
    await recordAudit(both, { accountId, actor, action: 'webhook.updated', target: targetOf(id), details })
    return showEndpoint(row)
  })
}

/** Throws NOT_FOUND. */
export async function deleteEndpoint(
  both: TransactionHandles,
  { accountId, actor }: Holder,
  id: string,
): Promise<void> {
  await cancelDeliveriesOf(both.sql, { accountId, endpointId: id })
  const { count } = await both.prisma.webhookEndpoint.deleteMany({ where: { id, accountId } })
  if (count === 0) noSuch('webhook')
  await recordAudit(both, { accountId, actor, action: 'webhook.deleted', target: targetOf(id) })
}

/** Nobody who may change an address learns by it what a receiver before it was trusted with. */
const HEADERS_STAY = invalidRequest([
  {
    path: 'headers',
    message:
      'must be sent with a url at another origin: those of before are not taken along. Send them again, or null for none',
  },
])

function storedHeaders(secretBox: SecretBox, id: string, headers: WebhookHeaders) {
  return { headers: sealHeaders(secretBox, 'endpoint', id, headers), headerNames: Object.keys(headers) }
}

interface Locked {
  url: string
  isActive: boolean
  hasHeaders: boolean
}

async function lockEndpoint(
  sql: Queryable,
  { accountId, endpointId }: { accountId: string; endpointId: string },
): Promise<Locked | undefined> {
  const { rows } = await sql.query<Locked>(
    'SELECT url, is_active AS "isActive", headers IS NOT NULL AS "hasHeaders" FROM webhook_endpoint WHERE id = $1 AND account_id = $2 FOR UPDATE',
    [endpointId, accountId],
  )
  return rows[0]
}

/** An endpoint in the audit log. */
export function targetOf(id: string): string {
  return `webhook:${id}`
}

async function refuseTakenUrl<T>(url: string | undefined, writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (!isUniqueViolation(error, 'webhook_endpoint_account_id_url_key')) throw error
    throw new ApiError('CONFLICT', `There is already a webhook with the address ${url}; change that one.`)
  }
}
