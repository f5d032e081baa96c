import { type Actor, recordAudit } from '@gleaner/audit-log'
import type { AlertRule, AlertRuleCreate, AlertRuleUpdate } from '@gleaner/contracts'
import { uuidv7 } from '@gleaner/contracts/ids'
import { type Database, noSuch, refuseTakenName, type TransactionHandles, takePlace } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'
import { showChannel } from '../channels/destinations.ts'
import { recentAlerts } from '../history.ts'
import { recordEvent } from '../record-event.ts'
import { closeUnusedScopes, lockScopes, openScope, scopeOf } from '../scopes.ts'
import { changesConditions, conditionsOf } from './conditions.ts'
import { sealChannels } from './sealed-channels.ts'
import { type RuleRow, SHOWN, showRule } from './show-rule.ts'

export interface AlertsContext {
  db: Database
  secretBox: SecretBox
}

/** Whose rules they are, and who changes them. */
export interface RuleHolder {
  accountId: string
  actor: Actor
}

interface Page {
  limit: number
  offset: number
}

/** Throws CONFLICT when the account has a rule of this name, or as many as it may have. */
export async function createRule(
  secretBox: SecretBox,
  both: TransactionHandles,
  holder: RuleHolder,
  rule: AlertRuleCreate,
): Promise<AlertRule> {
  const { accountId } = holder
  const { name, type, channels, is_active: isActive } = rule
  await takePlace(both.sql, 'alert_rule', accountId)
  const conditions = conditionsOf(type, rule)
  const scope = scopeOf({ type, domain: conditions.domain })
  await lockScopes(both.sql, accountId)
  await openScope(both.sql, accountId, scope)
  const id = uuidv7()
  const data = {
    id,
    accountId,
    name,
    type,
    scope,
    conditions: { ...conditions },
    ...channelFields(secretBox, id, channels),
    cooldownMinutes: rule.cooldown_minutes,
    notifyResolved: rule.notify_resolved,
    isActive,
    checkAt: isActive ? new Date(0) : null,
  }
  const row = await refuseTakenName('alert_rule', name, both.prisma.alertRule.create({ data, select: SHOWN }))
  await note(both, holder, 'created', id, { type })
  return showRule(row)
}

export async function listRules(
  { db }: Pick<AlertsContext, 'db'>,
  accountId: string,
  { limit, offset }: Page,
): Promise<{ rules: AlertRule[]; total: number }> {
  const { alertRule } = await db.prisma()
  const where = { accountId }
  const [rows, total] = await Promise.all([
    alertRule.findMany({ where, select: SHOWN, orderBy: { id: 'asc' }, take: limit, skip: offset }),
    alertRule.count({ where }),
  ])
  return { rules: rows.map(showRule), total }
}

/** A rule with its latest alerts. Throws NOT_FOUND, also for a rule of another account. */
export async function readRule({ db }: Pick<AlertsContext, 'db'>, accountId: string, id: string) {
  const { alertRule } = await db.prisma()
  const row = await alertRule.findUnique({ where: { id, accountId }, select: SHOWN })
  if (!row) noSuch('alert_rule')
  return { ...showRule(row), recent_alerts: await recentAlerts(db.pool, id) }
}

/** Changes the fields that are given; throws NOT_FOUND, CONFLICT or INVALID_REQUEST. */
export async function updateRule(
  { db, secretBox }: AlertsContext,
  holder: RuleHolder,
  id: string,
  update: AlertRuleUpdate,
): Promise<AlertRule> {
  const { accountId } = holder
  return await db.transaction(async (both) => {
    await lockScopes(both.sql, accountId)
    const before = await lockRule(both, accountId, id)
    const data = changesOf(secretBox, before, update)
    if (data.scope !== undefined) await openScope(both.sql, accountId, data.scope)
    if (before.isFiring && data.isFiring === false)
      await recordEvent(both.sql, {
        rule: { ...showRule(before), accountId },
        status: 'resolved',
        value: before.value,
        message: 'The rule was changed.',
      })
    const { alertRule } = both.prisma
    const writing = alertRule.update({ where: { id, accountId }, data, select: SHOWN })
    const row = await refuseTakenName('alert_rule', update.name, writing)
    await closeUnusedScopes(both.sql, accountId)
    await note(both, holder, 'updated', id, { fields: Object.keys(update) })
    return showRule(row)
  })
}

/** Throws NOT_FOUND. */
export async function deleteRule(
  { db }: Pick<AlertsContext, 'db'>,
  holder: RuleHolder,
  id: string,
): Promise<void> {
  const { accountId } = holder
  await db.transaction(async (both) => {
    await lockScopes(both.sql, accountId)
    const { count } = await both.prisma.alertRule.deleteMany({ where: { id, accountId } })
    if (count === 0) noSuch('alert_rule')
    await closeUnusedScopes(both.sql, accountId)
    await note(both, holder, 'deleted', id)
  })
}

async function lockRule(both: TransactionHandles, accountId: string, id: string): Promise<RuleRow> {
  await both.sql.query('SELECT FROM alert_rule WHERE id = $1 AND account_id = $2 FOR UPDATE', [id, accountId])
  return (
    (await both.prisma.alertRule.findUnique({ where: { id, accountId }, select: SHOWN })) ??
    noSuch('alert_rule')
  )
}

/** An alert that stands ends where it is measured otherwise from now on, or no more. */
function changesOf(secretBox: SecretBox, before: RuleRow, update: AlertRuleUpdate) {
  const { name, channels, cooldown_minutes, notify_resolved, is_active: isActive = before.isActive } = update
  const { type, ...rule } = showRule(before)
  const conditions = conditionsOf(type, update, {
    threshold: rule.threshold,
    ...(rule.unit !== undefined && { unit: rule.unit }),
    ...(rule.domain !== undefined && { domain: rule.domain }),
    ...(rule.window_minutes !== undefined && { window_minutes: rule.window_minutes }),
    ...(rule.min_jobs !== undefined && { min_jobs: rule.min_jobs }),
  })
  const isMeasuredAnew = changesConditions(update) || isActive !== before.isActive
  return {
    isActive,
    ...(name !== undefined && { name }),
    ...(channels !== undefined && channelFields(secretBox, before.id, channels)),
    ...(cooldown_minutes !== undefined && { cooldownMinutes: cooldown_minutes }),
    ...(notify_resolved !== undefined && { notifyResolved: notify_resolved }),
    ...(isMeasuredAnew && {
      conditions: { ...conditions },
      scope: scopeOf({ type, domain: conditions.domain }),
      isFiring: false,
      value: null,
      seenMicros: null,
      checkAt: isActive ? new Date(0) : null,
    }),
  }
}

/** The columns that channels fill: themselves, sealed, and what may be shown of them. */
function channelFields(secretBox: SecretBox, id: string, channels: AlertRuleCreate['channels']) {
  return { channels: channels.map(showChannel), secrets: sealChannels(secretBox, id, channels) }
}

async function note(
  both: TransactionHandles,
  { accountId, actor }: RuleHolder,
  act: string,
  id: string,
  details: Record<string, string | string[]> = {},
): Promise<void> {
  await recordAudit(both, {
    accountId,
    actor,
    action: `alert_rule.${act}`,
    target: `alert_rule:${id}`,
    details,
  })
}
