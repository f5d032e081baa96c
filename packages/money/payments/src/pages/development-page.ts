import { toCredits } from '@gleaner/billing'
import { html } from '@gleaner/security/html'
import { type CheckoutRow, microsOfCents } from '../checkout-row.ts'
import { count, money, PAYMENT_STYLES, type PaymentPage } from './payment-page.ts'

/** The built-in payment page. Its form goes to the address of the page itself. */
export function developmentPage({ amountCents }: Pick<CheckoutRow, 'amountCents'>): PaymentPage {
  return {
    title: 'Add credits (development)',
    styles: PAYMENT_STYLES,
    sendsForm: true,
    body: html`
<h1>Add credits (development)</h1>
<p class="muted">No payment provider is set up, and this is not a production deployment: nothing is charged.</p>
<p class="amount">${money(amountCents)}<small>${count(toCredits(microsOfCents(amountCents)))} credits</small></p>
<form method="post"><button class="button main">Add the credits</button></form>
<p class="muted">With STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET set, payers meet Stripe's page here.</p>`,
  }
}
