import type { AreaExamples } from './endpoint-example.ts'

const CHECKOUT = '01a20173-fde1-78ce-99fb-63ab2f3f86c1'
const checkout = { checkout_id: CHECKOUT }
const receipt = { receipt_id: CHECKOUT }

export const payments: AreaExamples = {
  createCheckout: {
    body: { amount_cents: 2_000 },
    replies: {
      201: { checkout_id: CHECKOUT, checkout_url: 'https://checkout.stripe.com/c/pay/cs_live_a1b2c3' },
    },
  },
  getCheckout: {
    params: checkout,
    replies: {
      200: {
        checkout_id: CHECKOUT,
        status: 'paid',
        amount_cents: 2_000,
        currency: 'usd',
        credits: 100_000,
        created_at: '2026-11-22T04:00:00.000Z',
        expires_at: '2026-11-22T05:00:00.000Z',
        paid_at: '2026-11-22T04:01:30.000Z',
      },
    },
  },
  showPaymentPage: { params: checkout },
  payCheckout: { params: checkout },
  receiveStripeEvent: { replies: { 200: { received: true } } },
  listReceipts: {
    replies: {
      200: {
        receipts: [
          {
            id: CHECKOUT,
            number: 'R-20261122-2F3F86C1',
            status: 'partially_refunded',
            amount_cents: 2_000,
            currency: 'usd',
            credits: 100_000,
            refunded_cents: 500,
            disputed_cents: 0,
            paid_at: '2026-11-22T04:01:30.000Z',
            url: `https://api.example.com/api/v1/billing/receipts/${CHECKOUT}/page?expires=1795323690&signature=q83v`,
          },
        ],
        total: 1,
      },
    },
  },
  getReceipt: { params: receipt },
  showReceiptPage: { params: receipt },
}
