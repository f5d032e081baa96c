import { html } from '@gleaner/security/html'
import { PAYMENT_STYLES, type PaymentPage } from './payment-page.ts'

const TEXTS = {
  success: {
    title: 'Thank you',
    text: 'Your payment is on its way to us. The credits are on your balance within moments; a bank transfer takes days. You can close this page.',
  },
  cancelled: {
    title: 'Nothing was paid',
    text: 'You left the payment page, and were not charged. You can close this page.',
  },
  gone: {
    title: 'This link no longer works',
    text: 'A payment link can be used once, and for an hour. Start another checkout to get a new one.',
  },
} as const

/** A page that says one thing. */
export function resultPage(result: keyof typeof TEXTS): PaymentPage {
  const { title, text } = TEXTS[result]
  return {
    title,
    styles: PAYMENT_STYLES,
    body: html`<h1>${title}</h1>
<p>${text}</p>
<p class="actions"><a class="button" href="/app/billing">See your balance</a></p>`,
  }
}
