import { type Html, html } from '@gleaner/security/html'
import type { FullReceipt } from '../receipts.ts'
import type { PaymentSettings } from '../settings.ts'
import { count, day, money, PAYMENT_STYLES, type PaymentPage } from './payment-page.ts'

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
): PaymentPage {
  const { number, status, amount_cents, credits, refunded_cents, disputed_cents, account } = receipt
  const lines = OPERATOR_ADDRESS.split(';').map((line) => line.trim())
  const reversals = receipt.reversals.map(({ kind, amountCents, returned, createdAt }) => {
    const names = REVERSALS[kind as keyof typeof REVERSALS]
    return html`<tr><th>${returned ? names.undone : names.done}, ${day(createdAt)}</th><td>${returned ? money(0) : `−${money(amountCents)}`}</td></tr>`
  })
  return {
    title: `Receipt ${number}`,
    styles: PAYMENT_STYLES,
    body: html`
<header>
<div><h1>Receipt</h1><p class="muted">${number}</p></div>
<div><p><strong>${OPERATOR_NAME}</strong></p>${lines.map((line) => line !== '' && html`<p class="muted">${line}</p>`)}</div>
</header>
<p>${stateWord(status)}</p>
<table>
<tr><th>Date of payment</th><td>${day(new Date(receipt.paid_at))}</td></tr>
<tr><th>Account</th><td>${account.name}<br><span class="muted">${account.id}</span></td></tr>
<tr><th>Paid by</th><td>${receipt.isDevelopment ? 'Development page, no money was charged' : html`Stripe, <span class="muted">${receipt.payment}</span>`}</td></tr>
<tr><th>${count(credits)} credits</th><td>${money(amount_cents)}</td></tr>
${reversals}
<tr class="total"><th>Total</th><td>${money(amount_cents - refunded_cents - disputed_cents)}</td></tr>
</table>
<p class="muted">Amounts are in US dollars.</p>`,
  }
}

/** Its colour, and the shape that says the same without colour. */
function stateWord(status: FullReceipt['status']): Html {
  const [look, shape] = status === 'paid' ? ['good', '●'] : ['warn', '▲']
  return html`<span class="state ${look}"><span aria-hidden="true">${shape}</span> ${STATES[status]}</span>`
}
