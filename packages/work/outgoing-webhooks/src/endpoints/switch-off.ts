import { recordAudit } from '@gleaner/audit-log'
import { WEBHOOK_TEST_EVENT } from '@gleaner/contracts'
import { type Database, eachAlone } from '@gleaner/db'
import { queueMail, readOwners } from '@gleaner/mail'
import type { SecretBox } from '@gleaner/security/secret-box'
import { cancelDeliveriesOf } from '../index.ts'
import { targetOf } from './manage-endpoints.ts'
import { switchedOffMail } from './switched-off-mail.ts'

interface SwitchOffContext {
  db: Database
  secretBox: SecretBox
  publicUrl: string
}

/** Source: `docs/decisions/0030-webhook-delivery.md`. */
const FAILING = "interval '5 days'"
/** Each turn; the scheduler comes again. */
const AT_ONCE = 100

interface Failing {
  id: string
  accountId: string
  url: string
  failingSince: Date
}

/**
 * Switches off the endpoints that have failed for 5 days without a single success, and still do: a delivery that began after that time has
 * failed, so that one failure and five quiet days are none. Ends what they have not been told, and tells the account's owner by
 * mail. Returns how many. One that cannot be switched off keeps no other on: the faults of all are thrown at the end.
 */
export async function switchOffFailing(ctx: SwitchOffContext): Promise<number> {
  const { rows } = await ctx.db.pool.query<Failing>(
    `SELECT id, account_id AS "accountId", url, failing_since AS "failingSince" FROM webhook_endpoint AS e
     WHERE ${FAILS_TOO_LONG} AND EXISTS (
       SELECT FROM webhook_delivery AS d
       WHERE d.endpoint_id = e.id AND d.created_at > e.failing_since + ${FAILING} AND d.state = 'failed' AND d.event <> $1)
     ORDER BY failing_since LIMIT ${AT_ONCE}`,
    [WEBHOOK_TEST_EVENT],
  )
  const switched = await eachAlone(rows, (endpoint) => switchOff(ctx, endpoint))
  return switched.filter(Boolean).length
}

const FAILS_TOO_LONG = `is_active AND failing_since < now() - ${FAILING}`

/** False when it has been mended, switched off or deleted meanwhile. */
async function switchOff(ctx: SwitchOffContext, endpoint: Failing): Promise<boolean> {
  const { id, accountId } = endpoint
  return await ctx.db
    .transaction(async (both) => {
      await cancelDeliveriesOf(both.sql, { accountId, endpointId: id })
      const { rowCount } = await both.sql.query(
        `UPDATE webhook_endpoint SET is_active = false, disabled_at = now(), updated_at = now() WHERE id = $1 AND ${FAILS_TOO_LONG}`,
        [id],
      )
      if (rowCount === 0) throw new StillWorks()
      await recordAudit(both, {
        accountId,
        actor: 'system',
        action: 'webhook.switched_off',
        target: targetOf(id),
        details: { failing_since: endpoint.failingSince.toISOString() },
      })
      for (const owner of await readOwners(both.sql, accountId)) {
        const mail = switchedOffMail({ to: owner.email, publicUrl: ctx.publicUrl, ...endpoint })
        await queueMail(both.sql, ctx.secretBox, { ...mail, userId: owner.id })
      }
      return true
    })
    .catch((error: unknown) => {
      if (error instanceof StillWorks) return false
      throw error
    })
}

/** Takes back what was cancelled before this was known. */
class StillWorks extends Error {}
