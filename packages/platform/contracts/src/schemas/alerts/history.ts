import { z } from 'zod'
import { AlertMessage, AlertTypeField, ChannelAddress, ChannelType, Threshold } from '../../fields/alerts.ts'
import { ownId } from '../../fields/ids.ts'
import { Total } from '../../fields/lists.ts'
import { GivenName } from '../../fields/names.ts'
import { time } from '../../fields/times.ts'
import { AnswerError, AnswerStatus, Attempts } from '../../fields/webhooks.ts'
import { WEBHOOK_STATUSES } from '../batches/replies.ts'
import { AlertRule } from './rules.ts'

/** What became of telling somebody. */
const Notification = z.object({
  channel: ChannelType,
  host: z.string().nullable().describe('Who is told; null: a mail to the owner of the account.'),
  status: z
    .enum(['mailed', ...WEBHOOK_STATUSES])
    .describe('What became of it: `mailed` of a mail, else as of a webhook.'),
  attempts: Attempts,
})
export type AlertNotification = z.infer<typeof Notification>

export const Alert = z
  .object({
    id: z.uuid().describe('Names the entry.'),
    rule_id: ownId('rule_id'),
    rule_name: GivenName,
    type: AlertTypeField,
    status: z
      .enum(['fired', 'resolved'])
      .describe('`fired`: the value has passed the threshold; `resolved`: it is back.'),
    value: z
      .number()
      .nullable()
      .describe('What was measured; null where there was nothing to measure any more.'),
    threshold: Threshold,
    message: AlertMessage,
    notifications: z
      .array(Notification)
      .describe('Who was told, but for deliveries that are older than these are kept.'),
    created_at: time('When it was found.'),
  })
  .describe('An entry of the history: a rule has fired, or is in order again.')
export type Alert = z.infer<typeof Alert>

export const AlertHistory = z.object({ alerts: z.array(Alert).describe('The newest first.'), total: Total })

export const AlertRuleDetail = AlertRule.extend({
  recent_alerts: z.array(Alert).describe('The last 20 entries of its history, the newest first.'),
})

/** What became of a test, channel by channel. */
export const AlertTestResult = z.object({
  success: z.boolean().describe('Whether every channel has taken it.'),
  channels: z
    .array(
      z.object({
        type: ChannelType,
        address: ChannelAddress,
        success: z
          .boolean()
          .nullable()
          .describe('Whether the receiver has taken it; null: it has not answered yet.'),
        status_code: AnswerStatus,
        error: AnswerError,
      }),
    )
    .describe('What became of it, for each channel of the rule.'),
})
export type AlertTestResult = z.infer<typeof AlertTestResult>
