import { isUuid } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import type { PaymentsContext } from '../payments.ts'
import { type Outcome, settleCheckout } from '../settle-checkout.ts'
import type { StripeProvider } from './open-stripe.ts'
import { EVENT_TYPES, type PaymentNews, readEvent } from './read-event.ts'

type Ending = Outcome | 'not_ours' | 'repeated' | 'ignored'

/** These need a person: money has moved that no balance shows. */
const ALARMING: ReadonlySet<Ending> = new Set(['mismatch', 'no_account'])

/**
 * Takes one delivery of a webhook: verifies it, and settles the checkout that it is about, once for an event. What it throws is answered
 * as an error, and the provider delivers again: for days, so that nothing is lost while a database is away. What no repetition can help
 * (a checkout that is not ours, an amount that is not the one asked for) is noted, logged and answered as received.
 */
export async function receiveEvent(
  payments: PaymentsContext,
  stripe: StripeProvider,
  body: Buffer,
  signature: string | undefined,
): Promise<void> {
  const event = await stripe.verifyEvent(body, signature)
  const news = readEvent(event)
  const checkoutId = news && (await checkoutOf(payments, stripe, news))
  const ending = news ? await takeOnce(payments, event, checkoutId, news) : 'ignored'
  payments.countEvent(EVENT_TYPES.includes(event.type) ? event.type : 'other', ending)
  const fields = { event: event.id, type: event.type, checkoutId, outcome: ending }
  if (ALARMING.has(ending)) payments.logger.error(fields, 'a payment does not fit its checkout')
  else if (ending !== 'ignored') payments.logger.info(fields, 'a payment event was taken')
}

/** The checkout that an event is about. One that names a payment only may come before the payment's own: then the provider is asked. */
async function checkoutOf(
  { db }: PaymentsContext,
  stripe: StripeProvider,
  { checkoutId, fact }: PaymentNews,
): Promise<string | undefined> {
  if (checkoutId !== undefined || fact.kind !== 'reversed') return checkoutId
  const { rows } = await db.pool.query<{ id: string }>('SELECT id FROM checkout WHERE payment = $1', [
    fact.payment,
  ])
  return rows[0]?.id ?? (await stripe.checkoutOfPayment(fact.payment))
}

/** Settles and notes the event in one commit: a process that is killed in between has done neither. */
async function takeOnce(
  { db }: PaymentsContext,
  { id, type }: { id: string; type: string },
  checkoutId: string | undefined,
  { fact }: PaymentNews,
): Promise<Ending> {
  // Most repetitions end here, without a lock.
  if (await isKnown(db.pool, id)) return 'repeated'
  return await db.transaction(async ({ sql }) => {
    // Deliveries of the same event at the same time wait here for each other.
    await sql.query("SELECT pg_advisory_xact_lock(hashtextextended('payment event ' || $1, 0))", [id])
    if (await isKnown(sql, id)) return 'repeated'
    const ours = checkoutId !== undefined && isUuid(checkoutId)
    const outcome = (ours && (await settleCheckout(sql, checkoutId, fact))) || 'not_ours'
    await sql.query('INSERT INTO payment_event (id, type, outcome) VALUES ($1, $2, $3)', [id, type, outcome])
    return outcome
  })
}

async function isKnown(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM payment_event WHERE id = $1', [id])
  return rowCount !== 0
}
