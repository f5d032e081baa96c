import type { CheckoutRow } from './checkout-row.ts'
import type { PaymentsContext } from './payments.ts'
import { settleCheckout } from './settle-checkout.ts'

/** A checkout that the built-in page takes the payment of; undefined when it is none, or the page is not for this deployment. */
export async function developmentCheckout(
  { db, settings }: PaymentsContext,
  id: string,
): Promise<CheckoutRow | undefined> {
  if (settings.NODE_ENV !== 'development') return undefined
  const { checkout } = await db.prisma()
  return (await checkout.findUnique({ where: { id, provider: 'development' } })) ?? undefined
}

/** Credits such a checkout, once. */
export async function payInDevelopment({ db }: PaymentsContext, checkout: CheckoutRow): Promise<void> {
  const { id, amountCents, currency } = checkout
  await db.transaction(({ sql }) =>
    settleCheckout(sql, id, { kind: 'paid', payment: `development:${id}`, amountCents, currency }),
  )
}
