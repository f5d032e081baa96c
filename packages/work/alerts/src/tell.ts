import type { Queryable } from '@gleaner/db'
import { queueMail, readOwners } from '@gleaner/mail'
import { type AccountEvent, queueEvent, queueToDestination } from '@gleaner/outgoing-webhooks'
import type { SecretBox } from '@gleaner/security/secret-box'
import { alertMail } from './alert-mail.ts'
import { destinationOf, type RequestChannel } from './channels/destinations.ts'
import { type Message, SHAPES } from './channels/shapes.ts'
import type { DueRule } from './checks/due-rule.ts'
import { openChannels } from './rules/sealed-channels.ts'

interface TellContext {
  secretBox: SecretBox
  publicUrl: string
}

/** A rule that has fired, or is in order again. */
interface AlertChange {
  alertId: string
  status: 'fired' | 'resolved'
  value: number | null
  message: string
}

/** Puts what has happened into the outboxes, for each channel of the rule and for webhooks of the account that want it. Returns the deliveries. */
export async function tell(
  sql: Queryable,
  ctx: TellContext,
  rule: DueRule,
  change: AlertChange,
): Promise<number> {
  const { accountId, name } = rule
  const isGood = change.status === 'resolved'
  const message = { title: `${isGood ? 'Resolved' : 'Alert'}: ${name}`, text: change.message, isGood }
  const event = { accountId, event: `alert.${change.status}` as const, data: bodyOf(rule, change) }
  const deliveryIds = await queueEvent(sql, event)
  let mails = 0
  for (const channel of openChannels(ctx.secretBox, rule.id, rule.secrets))
    if (channel.type === 'email') mails += await mailOwners(sql, ctx, rule, message)
    else deliveryIds.push(await queueToChannel(sql, ctx.secretBox, channel, event, message))
  await sql.query('UPDATE alert_event SET mails = $2, delivery_ids = $3 WHERE id = $1', [
    change.alertId,
    mails,
    deliveryIds,
  ])
  return deliveryIds.length
}

/** What webhooks are change. */
function bodyOf(
  { id, name, type, conditions }: DueRule,
  { alertId, status, value, message }: AlertChange,
): object {
  return {
    alert_id: alertId,
    rule_id: id,
    rule_name: name,
    type,
    status,
    value,
    ...conditions,
    message,
    created_at: new Date().toISOString(),
  }
}

/** One message to one channel, in its shape: a webhook is sent the event itself. */
export async function queueToChannel(
  sql: Queryable,
  secretBox: SecretBox,
  channel: RequestChannel,
  event: Omit<AccountEvent, 'event'> & { event: string },
  message: Message,
): Promise<string> {
  const data = channel.type === 'webhook' ? event.data : SHAPES[channel.type](message)
  const destination = destinationOf(channel)
  return await queueToDestination(sql, secretBox, { ...event, data, channel: channel.type, destination })
}

/** Mails go to the owner alone: nobody can have strangers mailed by a rule. */
export async function mailOwners(
  sql: Queryable,
  { secretBox, publicUrl }: TellContext,
  rule: Pick<DueRule, 'id' | 'accountId'>,
  message: Message,
): Promise<number> {
  const owners = await readOwners(sql, rule.accountId)
  for (const { id, email } of owners)
    await queueMail(sql, secretBox, {
      ...alertMail({ to: email, publicUrl, ruleId: rule.id, message }),
      userId: id,
    })
  return owners.length
}
