import { z } from 'zod'
import { WEBHOOK_STATUSES } from '../batches/replies.ts'
import { ALERT_TYPE_NAMES } from './alert-types.ts'
import { ALERT_CHANNEL_TYPES } from './channels.ts'
import { AlertRule } from './rules.ts'

/** What became of telling somebody. */
const Notification = z.object({
  channel: z.enum(ALERT_CHANNEL_TYPES),
  host: z.string().nullable().describe('null: a mail to the owner of the account.'),
  status: z.enum(['mailed', ...WEBHOOK_STATUSES]),
  attempts: z.number().int(),
})
export type AlertNotification = z.infer<typeof Notification>

/** One entry of the history: a rule has fired, or is in order again. */
export const Alert = z.object({
  id: z.uuid(),
  rule_id: z.uuid(),
  rule_name: z.string(),
  type: z.enum(ALERT_TYPE_NAMES),
  status: z.enum(['fired', 'resolved']),
  value: z.number().nullable(),
  threshold: z.number(),
  message: z.string(),
  notifications: z.array(Notification),
  created_at: z.iso.datetime(),
})
export type Alert = z.infer<typeof Alert>

export const AlertHistory = z.object({ alerts: z.array(Alert), total: z.number().int() })

export const AlertRuleDetail = AlertRule.extend({
  recent_alerts: z.array(Alert).describe('The last 20 entries of its history, the newest first.'),
})

/** What became of a test, channel by channel. */
export const AlertTestResult = z.object({
  success: z.boolean(),
  channels: z.array(
    z.object({
      type: z.enum(ALERT_CHANNEL_TYPES),
      address: z.string().nullable(),
      success: z.boolean().nullable().describe('null: the receiver has not answered yet.'),
      status_code: z.number().int().nullable(),
      error: z.string().nullable(),
    }),
  ),
})
export type AlertTestResult = z.infer<typeof AlertTestResult>
