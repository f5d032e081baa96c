import { toCredits } from '@gleaner/billing'
import { ApiError, isUuid, type Receipt } from '@gleaner/contracts'
import type { Prisma } from '@gleaner/db'
import { microsOfCents } from './checkout-row.ts'
import type { PaymentsContext } from './payments.ts'

const WITH_REVERSALS = { reversals: { where: { withdrawn: true }, orderBy: { createdAt: 'asc' } } } as const
type Paid = Prisma.CheckoutGetPayload<{ include: typeof WITH_REVERSALS }>

/** A receipt with what only its page shows. */
export interface FullReceipt extends Receipt {
  account: { id: string; name: string }
  payment: string
  isDevelopment: boolean
  reversals: { kind: string; amountCents: number; returned: boolean; createdAt: Date }[]
}

export async function listReceipts(
  payments: PaymentsContext,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ receipts: Receipt[]; total: number }> {
  const { checkout } = await payments.db.prisma()
  const where = { accountId, status: 'paid' }
  const [rows, total] = await Promise.all([
    checkout.findMany({
      where,
      include: WITH_REVERSALS,
      orderBy: [{ paidAt: 'desc' }, { id: 'desc' }],
      take: limit,
      skip: offset,
    }),
    checkout.count({ where }),
  ])
  return { receipts: rows.map((row) => present(payments, row)), total }
}

/** Of one account, or (by a signed link) of whichever it is. Throws NOT_FOUND. */
export async function readReceipt(
  payments: PaymentsContext,
  id: string,
  accountId?: string,
): Promise<FullReceipt> {
  const { checkout, account } = await payments.db.prisma()
  const where = { id, status: 'paid', ...(accountId !== undefined && { accountId }) }
  const row = isUuid(id) ? await checkout.findUnique({ where, include: WITH_REVERSALS }) : null
  if (!row) throw new ApiError('NOT_FOUND', 'There is no such receipt in this account.')
  const buyer = await account.findUnique({ where: { id: row.accountId }, select: { id: true, name: true } })
  return {
    ...present(payments, row),
    account: buyer ?? { id: row.accountId, name: 'deleted account' },
    payment: row.payment ?? '',
    isDevelopment: row.provider === 'development',
    reversals: row.reversals,
  }
}

function present({ links }: PaymentsContext, row: Paid): Receipt {
  const gone = (kind: string) =>
    row.reversals
      .filter((reversal) => reversal.kind === kind && !reversal.returned)
      .reduce((sum, { amountCents }) => sum + amountCents, 0)
  const [refunded, disputed] = [gone('refund'), gone('dispute')]
  return {
    id: row.id,
    number: numberOf(row.id, row.paidAt!),
    status: disputed > 0 ? 'disputed' : refundStatus(refunded, row.amountCents),
    amount_cents: row.amountCents,
    currency: row.currency,
    credits: toCredits(microsOfCents(row.amountCents)),
    refunded_cents: refunded,
    disputed_cents: disputed,
    paid_at: row.paidAt!.toISOString(),
    url: links.toReceipt(row.id),
  }
}

function refundStatus(refunded: number, amount: number): Receipt['status'] {
  if (refunded === 0) return 'paid'
  return refunded < amount ? 'partially_refunded' : 'refunded'
}

/** Of the day and the id: it tells nobody how many others there are. */
function numberOf(id: string, paidAt: Date): string {
  return `R-${paidAt.toISOString().slice(0, 10).replaceAll('-', '')}-${id.slice(-8).toUpperCase()}`
}
