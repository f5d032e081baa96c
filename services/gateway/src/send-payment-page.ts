import type { PaymentPage } from '@gleaner/payments'
import { html } from '@gleaner/security/html'
import type { Response } from 'express'
import { brand } from './html/brand.ts'
import { sendDocument } from './html/send-document.ts'

/** Answers with a page of payments in the frame of our pages. */
export function sendPaymentPage(response: Response, page: PaymentPage): void {
  sendDocument(response, 200, {
    ...page,
    isKept: true,
    body: html`<main>\n${brand()}\n${page.body}\n</main>`,
  })
}

/** Sends a browser on, by GET. */
export function seeOther(response: Response, url: string): void {
  response.status(303).location(url).end()
}
