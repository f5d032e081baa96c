import { transferOutside } from '@gleaner/billing'
import type { Queryable } from '@gleaner/db'
import { type CheckoutRow, microsOfCents } from './checkout-row.ts'

/** What the provider has told of a checkout, in terms of our own. */
export type Fact =
  | { kind: 'paid'; payment: string; amountCents: number; currency: string }
  | { kind: 'pending' | 'failed' | 'expired' }
  | ({ kind: 'reversed' } & Reversal)

/** A refund or a dispute. Every event about it tells it anew. */
export interface Reversal {
  id: string
  type: 'refund' | 'dispute'
  payment: string
  amountCents: number
  currency: string
  /** The money has left the operator's account; it has come back. */
  withdrawn: boolean
  returned: boolean
}

/**
 * `applied` and `unchanged` are in order. `mismatch`: amount, currency or payment are not those of the checkout, and a person has to look
 * at it. `no_account`: the account was deleted meanwhile, and the money is for the operator to return.
 */
export type Outcome = 'applied' | 'unchanged' | 'mismatch' | 'no_account'

type Locked = Pick<CheckoutRow, 'id' | 'accountId' | 'amountCents' | 'currency' | 'status' | 'payment'>

/**
 * Takes a fact into account, in the caller's transaction; undefined when there is no such checkout. Facts may come twice, at once and in
 * any order: the checkout's row is locked, what is known grows only, and every transfer is made once for its reference.
 */
export async function settleCheckout(sql: Queryable, id: string, fact: Fact): Promise<Outcome | undefined> {
  const { rows } = await sql.query<Locked>(
    `SELECT id, account_id AS "accountId", amount_cents AS "amountCents", currency, status, payment
     FROM checkout WHERE id = $1 FOR UPDATE`,
    [id],
  )
  const checkout = rows[0]
  if (!checkout) return undefined
  if (fact.kind === 'paid') return await credit(sql, checkout, fact)
  if (fact.kind === 'reversed') return await reverse(sql, checkout, fact)
  // A payment may succeed after it had failed: what is paid stays paid.
  const { rowCount } = await sql.query(
    `UPDATE checkout SET status = $2 WHERE id = $1 AND status NOT IN ('paid', $2)`,
    [id, fact.kind],
  )
  return rowCount === 1 ? 'applied' : 'unchanged'
}

async function credit(
  sql: Queryable,
  checkout: Locked,
  { payment, amountCents, currency }: Extract<Fact, { kind: 'paid' }>,
): Promise<Outcome> {
  const isAsAsked = amountCents === checkout.amountCents && currency === checkout.currency && payment !== ''
  if (!isAsAsked) return 'mismatch'
  if (checkout.status === 'paid') return checkout.payment === payment ? 'unchanged' : 'mismatch'
  if (checkout.payment !== null && checkout.payment !== payment) return 'mismatch'
  if (await isOfAnother(sql, checkout.id, payment)) return 'mismatch'
  await sql.query("UPDATE checkout SET status = 'paid', payment = $2, paid_at = now() WHERE id = $1", [
    checkout.id,
    payment,
  ])
  const made = await transferOutside(sql, 'deposit', {
    accountId: checkout.accountId,
    amountMicros: microsOfCents(checkout.amountCents),
    note: 'credits bought',
    reference: `checkout:${checkout.id}`,
  })
  if (made === 'no balance') return 'no_account'
  await transferReversals(sql, checkout)
  return 'applied'
}

async function isOfAnother(sql: Queryable, id: string, payment: string): Promise<boolean> {
  const { rowCount } = await sql.query('SELECT FROM checkout WHERE payment = $1 AND id <> $2', [payment, id])
  return rowCount !== 0
}

async function reverse(sql: Queryable, checkout: Locked, reversal: Reversal): Promise<Outcome> {
  const { id, type, payment, amountCents, currency, withdrawn, returned } = reversal
  if (currency !== checkout.currency) return 'mismatch'
  if (checkout.payment !== null && checkout.payment !== payment) return 'mismatch'
  const { rowCount } = await sql.query(
    `INSERT INTO payment_reversal AS known (id, checkout_id, kind, amount_cents, withdrawn, returned)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO UPDATE SET withdrawn = known.withdrawn OR excluded.withdrawn,
       returned = known.returned OR excluded.returned,
       amount_cents = CASE WHEN known.withdrawn THEN known.amount_cents ELSE excluded.amount_cents END
     WHERE known.checkout_id = excluded.checkout_id
       AND ((excluded.withdrawn AND NOT known.withdrawn) OR (excluded.returned AND NOT known.returned))`,
    [id, checkout.id, type, amountCents, withdrawn, returned],
  )
  // Told before the payment itself, it waits for that.
  if (rowCount === 0 || checkout.status !== 'paid') return rowCount === 0 ? 'unchanged' : 'applied'
  return (await transferReversals(sql, checkout)) ? 'applied' : 'no_account'
}

/** Moves the money of all reversals that are known, each once. False when the account is gone. */
async function transferReversals(sql: Queryable, { id, accountId }: Locked): Promise<boolean> {
  const { rows } = await sql.query<{ id: string; kind: Reversal['type']; cents: number; returned: boolean }>(
    `SELECT id, kind, amount_cents AS cents, returned FROM payment_reversal
     WHERE checkout_id = $1 AND withdrawn ORDER BY created_at, id`,
    [id],
  )
  for (const { id: reference, kind, cents, returned } of rows) {
    const money = { accountId, amountMicros: microsOfCents(cents) }
    const note = kind === 'refund' ? 'credits refunded' : 'payment disputed'
    const made = await transferOutside(sql, kind, { ...money, note, reference: `${kind}:${reference}` })
    if (made === 'no balance') return false
    if (!returned) continue
    const back = kind === 'refund' ? 'refund failed' : 'dispute won'
    await transferOutside(sql, 'reinstatement', {
      ...money,
      note: back,
      reference: `${kind}-returned:${reference}`,
    })
  }
  return true
}
