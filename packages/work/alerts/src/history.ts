import type { Alert, AlertNotification, AlertType } from '@gleaner/contracts'
import type { WebhookStatus } from '@gleaner/contracts/schemas/batches/replies'
import type { Queryable } from '@gleaner/db'
import type { DeliveryChannel } from '@gleaner/outgoing-webhooks'

const RECENT = 20

interface Row {
  id: string
  ruleId: string
  ruleName: string
  type: string
  status: string
  value: number | null
  threshold: number
  message: string
  mails: number
  deliveryIds: string[]
  createdAt: Date
}

/** What has fired and was resolved in an account, the newest first. */
export async function listHistory(
  sql: Queryable,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ alerts: Alert[]; total: number }> {
  const { rows } = await sql.query<Row>(
    `${SELECT} WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3`,
    [accountId, limit, offset],
  )
  const { rows: counts } = await sql.query<{ total: number }>(
    'SELECT count(*)::int AS total FROM alert_event WHERE account_id = $1',
    [accountId],
  )
  return { alerts: await show(sql, rows), total: counts[0]!.total }
}

/** The latest entries of one rule, the newest first. */
export async function recentAlerts(sql: Queryable, ruleId: string): Promise<Alert[]> {
  const { rows } = await sql.query<Row>(
    `${SELECT} WHERE rule_id = $1 ORDER BY created_at DESC, id DESC LIMIT ${RECENT}`,
    [ruleId],
  )
  return await show(sql, rows)
}

const SELECT = `
  SELECT id, rule_id AS "ruleId", rule_name AS "ruleName", type, status, value, threshold, message, mails, delivery_ids AS "deliveryIds",
         created_at AS "createdAt"
  FROM alert_event`

interface DeliveryRow {
  id: string
  channel: string | null
  host: string
  state: string
  attempts: number
}

async function show(sql: Queryable, rows: readonly Row[]): Promise<Alert[]> {
  const ids = rows.flatMap(({ deliveryIds }) => deliveryIds)
  const { rows: deliveries } = await sql.query<DeliveryRow>(
    'SELECT id, channel, host, state, attempts FROM webhook_delivery WHERE id = ANY($1)',
    [ids],
  )
  const byId = new Map(deliveries.map((delivery) => [delivery.id, delivery]))
  return rows.map((row) => ({
    id: row.id,
    rule_id: row.ruleId,
    rule_name: row.ruleName,
    type: row.type as AlertType,
    status: row.status as Alert['status'],
    value: row.value,
    threshold: row.threshold,
    message: row.message,
    notifications: [
      ...Array.from({ length: row.mails }, () => MAILED),
      // Those that are older than deliveries are kept are not told of.
      ...row.deliveryIds.flatMap((id) => byId.get(id) ?? []).map(showDelivery),
    ],
    created_at: row.createdAt.toISOString(),
  }))
}

const MAILED: AlertNotification = { channel: 'email', host: null, status: 'mailed', attempts: 0 }

function showDelivery({ channel, host, state, attempts }: DeliveryRow): AlertNotification {
  return {
    channel: (channel as DeliveryChannel | null) ?? 'webhook',
    host,
    status: state as WebhookStatus,
    attempts,
  }
}
