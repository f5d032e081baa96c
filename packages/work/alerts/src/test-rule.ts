import type { AlertChannel, AlertTestResult } from '@gleaner/contracts'
import { type Database, noSuch, type Queryable } from '@gleaner/db'
import { awaitAttempt } from '@gleaner/outgoing-webhooks/endpoints'
import type { SecretBox } from '@gleaner/security/secret-box'
import { showChannel } from './channels/destinations.ts'
import { openChannels } from './rules/sealed-channels.ts'
import { mailOwners, queueToChannel } from './tell.ts'

interface TestContext {
  db: Database
  secretBox: SecretBox
  publicUrl: string
}

/** A test that is on its way: its channels, and the delivery of each that is no mail. */
export type AlertTest = { channel: AlertChannel; deliveryId: string | null }[]

/** Puts a test message into the outboxes, for every channel of a rule. Throws NOT_FOUND. */
export async function queueAlertTest(
  ctx: TestContext,
  accountId: string,
  ruleId: string,
): Promise<AlertTest> {
  return await ctx.db.transaction(async ({ sql }) => {
    const { name, secrets } = await readRule(sql, accountId, ruleId)
    const rule = { id: ruleId, accountId }
    const message = { title: `Test: ${name}`, text: 'Alerts of this rule look like this.', isGood: true }
    const data = { rule_id: ruleId, rule_name: name, message: message.text }
    const event = { accountId, event: 'alert.test', data }
    const test: AlertTest = []
    for (const channel of openChannels(ctx.secretBox, ruleId, secrets))
      if (channel.type === 'email') {
        await mailOwners(sql, ctx, rule, message)
        test.push({ channel, deliveryId: null })
      } else {
        const deliveryId = await queueToChannel(sql, ctx.secretBox, channel, event, message)
        test.push({ channel, deliveryId })
      }
    return test
  })
}

async function readRule(
  sql: Queryable,
  accountId: string,
  id: string,
): Promise<{ name: string; secrets: Uint8Array }> {
  const { rows } = await sql.query<{ name: string; secrets: Uint8Array }>(
    'SELECT name, secrets FROM alert_rule WHERE id = $1 AND account_id = $2',
    [id, accountId],
  )
  return rows[0] ?? noSuch('alert_rule')
}

/** How it went, once each was tried; after 13 s, how it stands. */
export async function awaitAlertTest(
  sql: Queryable,
  test: AlertTest,
  signal: AbortSignal,
): Promise<{ isEnded: boolean; result: AlertTestResult }> {
  const channels = await Promise.all(
    test.map(async ({ channel, deliveryId }) => {
      const shown = showChannel(channel)
      if (deliveryId === null) return { ...shown, success: true, status_code: null, error: null }
      const { isEnded, delivery } = await awaitAttempt(sql, deliveryId, signal)
      const { status, status_code, error } = delivery
      return { ...shown, success: isEnded ? status === 'delivered' : null, status_code, error }
    }),
  )
  const isEnded = channels.every(({ success }) => success !== null)
  return { isEnded, result: { success: channels.every(({ success }) => success === true), channels } }
}
