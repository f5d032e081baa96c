import { toCredits } from '@gleaner/billing'
import {
  ApiError,
  type CHECKOUT_STATUSES,
  type Checkout,
  type CheckoutCreate,
  isUuid,
  uuidv7,
} from '@gleaner/contracts'
import type { Prisma } from '@gleaner/db'
import { HOUR_MS } from '@gleaner/runtime/units'
import { type CheckoutRow, CURRENCY, microsOfCents } from './checkout-row.ts'
import type { PaymentsContext, ProviderName } from './payments.ts'

/** How long a checkout can be paid: twice the least that Stripe allows. */
const CHECKOUT_MS = HOUR_MS

/** Notes what somebody wants to buy; `urlOfCheckout` then gives the page on which to pay it. */
export async function createCheckout(
  { checkout }: Pick<Prisma.TransactionClient, 'checkout'>,
  provider: ProviderName,
  accountId: string,
  { amount_cents: amountCents }: CheckoutCreate,
): Promise<{ id: string }> {
  const data = { id: uuidv7(), accountId, provider, amountCents, currency: CURRENCY }
  return await checkout.create({
    data: { ...data, expiresAt: new Date(Date.now() + CHECKOUT_MS) },
    select: { id: true },
  })
}

/** The address of the page that takes the payment. Safe to repeat: the provider makes one page for one checkout. */
export async function urlOfCheckout(payments: PaymentsContext, id: string): Promise<string> {
  const { checkout } = await payments.db.prisma()
  const row = await checkout.findUniqueOrThrow({ where: { id } })
  if (row.url !== null) return row.url
  const url =
    row.provider === 'stripe' && payments.stripe
      ? await payments.stripe.createSession(row)
      : payments.links.toPaymentPage(id, row.expiresAt)
  await checkout.update({ where: { id }, data: { url } })
  return url
}

/** Throws NOT_FOUND, also for a checkout of another account. */
export async function readCheckout(
  { db }: PaymentsContext,
  accountId: string,
  id: string,
): Promise<Checkout> {
  const { checkout } = await db.prisma()
  const row = isUuid(id) ? await checkout.findUnique({ where: { id, accountId } }) : null
  if (!row) throw new ApiError('NOT_FOUND', 'There is no such checkout in this account.')
  return {
    checkout_id: row.id,
    status: statusOf(row),
    amount_cents: row.amountCents,
    currency: row.currency,
    credits: toCredits(microsOfCents(row.amountCents)),
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    paid_at: row.paidAt?.toISOString() ?? null,
  }
}

/** The provider tells of an end that nobody waited for, but not at once. */
export function statusOf({
  status,
  expiresAt,
}: Pick<CheckoutRow, 'status' | 'expiresAt'>): Checkout['status'] {
  if (status === 'open' && expiresAt.getTime() <= Date.now()) return 'expired'
  return status as (typeof CHECKOUT_STATUSES)[number]
}
