import { ApiError, LIMITS } from '@gleaner/contracts'
import {
  createCheckout as create,
  developmentCheckout,
  developmentPage,
  payInDevelopment,
  providerOf,
  readCheckout,
  receiveEvent,
  resultPage,
  statusOf,
  urlOfCheckout,
} from '@gleaner/payments'
import type { Request } from 'express'
import type { Context } from '../context.ts'
import type { Handler } from '../handler.ts'
import { readBytes } from '../read-bytes.ts'
import { createOnce } from '../reply-once.ts'
import { seeOther, sendPaymentPage } from '../send-payment-page.ts'

/** POST /billing/checkout. The row commits first, and the provider is asked after that: its events always find it. */
export const createCheckout: Handler<'createCheckout'> = async (ctx, call) => {
  const { caller, body, response } = call
  if (caller.test) {
    throw new ApiError(
      'FORBIDDEN',
      'A test key is never charged and buys nothing; use a live key, or sign in.',
    )
  }
  const provider = providerOf(ctx.payments)
  const checkout = await createOnce(ctx, call, 201, ({ prisma }) =>
    create(prisma, provider, caller.accountId, body),
  )
  const checkout_url = await urlOfCheckout(ctx.payments, checkout.id)
  response.status(201).json({ checkout_id: checkout.id, checkout_url })
}

/** GET /billing/checkout/{checkout_id}. */
export const getCheckout: Handler<'getCheckout'> = async (ctx, { caller, params, response }) => {
  response.json(await readCheckout(ctx.payments, caller.accountId, params.checkout_id))
}

/** The built-in page of development; once it was used, the receipt. */
export const showPaymentPage: Handler<'showPaymentPage'> = async (ctx, { params, request, response }) => {
  const checkout = await linkedCheckout(ctx, params.checkout_id, request)
  if (checkout.status === 'paid') seeOther(response, ctx.payments.links.toReceipt(checkout.id))
  else if (statusOf(checkout) === 'open') sendPaymentPage(response, developmentPage(checkout))
  else sendPaymentPage(response, resultPage('gone'))
}

/** What the page's button sends. A second click finds the checkout paid, and leads to the same receipt. */
export const payCheckout: Handler<'payCheckout'> = async (ctx, { params, request, response }) => {
  const checkout = await linkedCheckout(ctx, params.checkout_id, request)
  await payInDevelopment(ctx.payments, checkout)
  seeOther(response, ctx.payments.links.toReceipt(checkout.id))
}

async function linkedCheckout({ payments }: Context, id: string, request: Request) {
  const isGenuine = payments.links.isGenuine(`${request.baseUrl}${request.path}`, request.query)
  const checkout = isGenuine ? await developmentCheckout(payments, id) : undefined
  if (checkout) return checkout
  throw new ApiError(
    'NOT_FOUND',
    'This link is not valid, or has expired. Start another checkout to get a new one.',
  )
}

export const showCheckoutSuccess: Handler<'showCheckoutSuccess'> = async (_ctx, { response }) => {
  sendPaymentPage(response, resultPage('success'))
}

export const showCheckoutCancelled: Handler<'showCheckoutCancelled'> = async (_ctx, { response }) => {
  sendPaymentPage(response, resultPage('cancelled'))
}

/** POST /billing/webhooks/stripe: signatures are over the body as it came, byte for byte. */
export const receiveStripeEvent: Handler<'receiveStripeEvent'> = async (ctx, { request, response }) => {
  const { stripe } = ctx.payments
  if (!stripe) throw new ApiError('NOT_FOUND', 'Stripe is not set up on this deployment.')
  const body = await readBytes(request, LIMITS.requestBody)
  await receiveEvent(ctx.payments, stripe, body, request.get('Stripe-Signature'))
  response.json({ received: true })
}
