import type { AlertRule, AlertType, ShownAlertChannel } from '@gleaner/contracts'
import type { Prisma } from '@gleaner/db'
import type { AlertConditions } from './conditions.ts'

/** What replies show: all but what is sealed. */
export const SHOWN = {
  id: true,
  name: true,
  type: true,
  conditions: true,
  channels: true,
  cooldownMinutes: true,
  notifyResolved: true,
  isActive: true,
  isFiring: true,
  value: true,
  firedAt: true,
  checkedAt: true,
  createdAt: true,
  updatedAt: true,
} satisfies Prisma.AlertRuleSelect

export type RuleRow = Prisma.AlertRuleGetPayload<{ select: typeof SHOWN }>

export function showRule(row: RuleRow): AlertRule {
  return {
    id: row.id,
    name: row.name,
    type: row.type as AlertType,
    ...(row.conditions as unknown as AlertConditions),
    channels: row.channels as unknown as ShownAlertChannel[],
    cooldown_minutes: row.cooldownMinutes,
    notify_resolved: row.notifyResolved,
    is_active: row.isActive,
    status: row.isFiring ? 'firing' : 'ok',
    value: row.value,
    last_fired_at: row.firedAt?.toISOString() ?? null,
    last_checked_at: row.checkedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}
