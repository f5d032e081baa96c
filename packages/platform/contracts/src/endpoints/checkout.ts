import { endpointsIn, FILE, NO_BODY } from '../endpoint.ts'
import { inPath } from '../fields/ids.ts'
import { Checkout, CheckoutCreate, CheckoutCreated, EventReceived } from '../schemas/checkout.ts'

const endpoint = endpointsIn('Billing')

const params = inPath('checkout_id')

export const createCheckout = endpoint({
  method: 'POST',
  path: '/billing/checkout',
  summary: 'Buy credits: gives the address of a page on which to pay.',
  description:
    'The credits are on the balance once the payment provider has confirmed the payment. Not for test keys.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  limitPerIp: { requests: 5, seconds: 60 },
  body: CheckoutCreate,
  responses: { 201: CheckoutCreated },
  errors: [],
})

export const getCheckout = endpoint({
  method: 'GET',
  path: '/billing/checkout/{checkout_id}',
  summary: 'Read whether a checkout has been paid.',
  auth: 'apiKeyOrBearer',
  params,
  responses: { 200: Checkout },
  errors: ['NOT_FOUND'],
})

export const showPaymentPage = endpoint({
  method: 'GET',
  path: '/billing/checkout/{checkout_id}/pay',
  summary: 'The built-in payment page of development, by the signed link that a checkout gives.',
  auth: 'none',
  params,
  responses: { 200: FILE, 303: NO_BODY },
  contentTypes: ['text/html'],
  errors: ['NOT_FOUND'],
})

export const payCheckout = endpoint({
  method: 'POST',
  path: '/billing/checkout/{checkout_id}/pay',
  summary: 'What the button of the built-in payment page does: credits at once, and once.',
  auth: 'none',
  params,
  responses: { 303: NO_BODY },
  errors: ['NOT_FOUND'],
})

export const showCheckoutSuccess = endpoint({
  method: 'GET',
  path: '/billing/payment/success',
  summary: 'The page that a payer returns to.',
  auth: 'none',
  responses: { 200: FILE },
  contentTypes: ['text/html'],
  errors: [],
})

export const showCheckoutCancelled = endpoint({
  method: 'GET',
  path: '/billing/payment/cancelled',
  summary: 'The page that a payer returns to who did not pay.',
  auth: 'none',
  responses: { 200: FILE },
  contentTypes: ['text/html'],
  errors: [],
})

export const receiveStripeEvent = endpoint({
  method: 'POST',
  path: '/billing/webhooks/stripe',
  summary: 'Takes the signed events of the payment provider.',
  auth: 'none',
  responses: { 200: EventReceived },
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'REQUEST_TIMEOUT'],
})
