import { html } from '@gleaner/security/html'
import type { FullReceipt } from '../receipts.ts'
import type { PaymentSettings } from '../settings.ts'
import { count, day, layout, money } from './layout.ts'

const STATES: Record<FullReceipt['status'], string> = {
  paid: 'Paid',
  partially_refunded: 'Partially refunded',
  refunded: 'Refunded',
  disputed: 'Disputed',
}

const REVERSALS = {
  refund: { done: 'Refund', undone: 'Refund that failed' },
  dispute: { done: 'Disputed payment', undone: 'Dispute decided for the seller' },
} as const

/** A receipt, to be read and printed. */
export function receiptPage(
  receipt: FullReceipt,
  { OPERATOR_NAME, OPERATOR_ADDRESS = '' }: Pick<PaymentSettings, 'OPERATOR_NAME' | 'OPERATOR_ADDRESS'>,
): string {
  const { number, status, amount_cents, credits, refunded_cents, disputed_cents, account } = receipt
  const lines = OPERATOR_ADDRESS.split(';').map((line) => line.trim())
  const reversals = receipt.reversals.map(({ kind, amountCents, returned, createdAt }) => {
    const names = REVERSALS[kind as keyof typeof REVERSALS]
    return html`<tr><th>${returned ? names.undone : names.done}, ${day(createdAt)}</th><td>${returned ? money(0) : `−${money(amountCents)}`}</td></tr>`
  })
  return layout(
    `Receipt ${number}`,
    html`
<header>
<div><h1>Receipt</h1><p class="soft">${number}</p></div>
<div><p><strong>${OPERATOR_NAME}</strong></p>${lines.map((line) => line !== '' && html`<p class="soft">${line}</p>`)}</div>
</header>
<p><span class="state${status === 'paid' ? '' : ' alert'}">${STATES[status]}</span></p>
<table>
<tr><th>Date of payment</th><td>${day(new Date(receipt.paid_at))}</td></tr>
<tr><th>Account</th><td>${account.name}<br><span class="soft">${account.id}</span></td></tr>
<tr><th>Paid by</th><td>${receipt.isDevelopment ? 'Development page, no money was charged' : html`Stripe, <span class="soft">${receipt.payment}</span>`}</td></tr>
<tr><th>${count(credits)} credits</th><td>${money(amount_cents)}</td></tr>
${reversals}
<tr class="total"><th>Total</th><td>${money(amount_cents - refunded_cents - disputed_cents)}</td></tr>
</table>
<p class="soft">Amounts are in US dollars.</p>`,
  )
}
