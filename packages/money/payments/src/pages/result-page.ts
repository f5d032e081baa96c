import { html } from '@gleaner/security/html'
import { layout } from './layout.ts'

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
export function resultPage(result: keyof typeof TEXTS): string {
  const { title, text } = TEXTS[result]
  return layout(title, html`<h1>${title}</h1><p class="soft">${text}</p>`)
}
