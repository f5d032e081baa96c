import { ApiError } from '@gleaner/contracts'
import type Stripe from 'stripe'
import type { CheckoutRow } from '../checkout-row.ts'
import { billingUrl } from '../payment-links.ts'
import type { PaymentSettings } from '../settings.ts'
import { ProviderFailed } from './provider-failed.ts'

/** Stripe, as far as we use it. What it answers too late or not at all is a ProviderFailed. */
export interface StripeProvider {
  /** The address of the page that takes a checkout's payment. The same checkout again gets the same page. */
  createSession(checkout: CheckoutRow): Promise<string>
  /** The checkout of ours that a payment belongs to; undefined for payments of something else. */
  checkoutOfPayment(payment: string): Promise<string | undefined>
  /** The event in a webhook's raw body; throws INVALID_REQUEST unless it was signed with our secret a short while ago. */
  verifyEvent(
    body: Buffer,
    signature: string | undefined,
  ): Promise<{ id: string; type: string; data: { object: unknown } }>
}

/** A request of ours waits for this long, and is sent twice more at most: with the library's pauses some 20 s in all. */
const TIMEOUT_MS = 6_000
const RETRIES = 2

/** How old a signed event may be, and how far ahead its clock: Stripe's own suggestion. Each delivery is signed anew. */
const TOLERANCE_SECONDS = 300

/** Name of our checkout's id in what Stripe keeps for us. */
const CHECKOUT = 'checkout_id'

/** Undefined without the settings for it. The library (33 MB, 0.2 s of processor time) is loaded when it is first needed. */
export function openStripe(settings: PaymentSettings): StripeProvider | undefined {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secrets } = settings
  if (key === undefined || secrets === undefined) return undefined
  let loading: Promise<Stripe> | undefined
  const stripe = () => {
    loading ??= connect(key, settings.STRIPE_API_URL)
    return loading
  }

  return {
    async createSession(checkout) {
      const { checkout: api } = await stripe()
      const session = await asked(() =>
        api.sessions.create(sessionOf(checkout, settings), { idempotencyKey: `checkout-${checkout.id}` }),
      )
      if (session.url === null) throw new ProviderFailed('Stripe made a session without a page')
      return session.url
    },
    async checkoutOfPayment(payment) {
      const { paymentIntents } = await stripe()
      const { metadata } = await asked(() => paymentIntents.retrieve(payment))
      return metadata[CHECKOUT]
    },
    async verifyEvent(body, signature) {
      const { webhooks } = await stripe()
      for (const secret of secrets.split(',')) {
        try {
          const event = webhooks.constructEvent(body, signature ?? '', secret.trim(), TOLERANCE_SECONDS)
          if (!hasOneTime(signature ?? '')) break
          return event
        } catch {
          // Signed with another one, too long ago, or not at all.
        }
      }
      throw new ApiError(
        'INVALID_REQUEST',
        'The Stripe-Signature header does not fit this body, or its time is more than five minutes away. Check STRIPE_WEBHOOK_SECRET and the clock.',
      )
    },
  }
}

/**
 * The library refuses what is too old, and takes any later time: a signature for next year would be good until then. Of several times it
 * reads the last one: they are refused, as which of them was signed is not told.
 */
function hasOneTime(signature: string): boolean {
  const times = signature.split(',').filter((part) => part.trim().startsWith('t='))
  return times.length === 1 && Number(times[0]!.trim().slice(2)) <= Date.now() / 1_000 + TOLERANCE_SECONDS
}

async function connect(key: string, apiUrl: string): Promise<Stripe> {
  const { default: Client } = await import('stripe')
  const { protocol, hostname, port } = new URL(apiUrl)
  return new Client(key, {
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port !== '' && { port }),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    appInfo: { name: 'Gleaner' },
  })
}

function sessionOf(checkout: CheckoutRow, settings: PaymentSettings): Stripe.Checkout.SessionCreateParams {
  const metadata = { [CHECKOUT]: checkout.id, account_id: checkout.accountId }
  return {
    mode: 'payment',
    client_reference_id: checkout.id,
    metadata,
    // Refunds and disputes name the payment, which has to lead to the checkout also when they are told first.
    payment_intent_data: { metadata },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: checkout.currency,
          unit_amount: checkout.amountCents,
          product_data: { name: `${settings.OPERATOR_NAME} credits` },
        },
      },
    ],
    // What is paid has to be what was asked for, in its currency.
    adaptive_pricing: { enabled: false },
    expires_at: Math.floor(checkout.expiresAt.getTime() / 1000),
    success_url: returnUrl(settings, checkout.id, 'success'),
    cancel_url: returnUrl(settings, checkout.id, 'cancelled'),
  }
}

function returnUrl(settings: PaymentSettings, id: string, outcome: 'success' | 'cancelled'): string {
  if (settings.CHECKOUT_RETURN_URL === undefined)
    return billingUrl(settings.PUBLIC_URL, `/payment/${outcome}`)
  const url = new URL(settings.CHECKOUT_RETURN_URL)
  url.searchParams.set('checkout', outcome)
  url.searchParams.set('checkout_id', id)
  return url.href
}

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    // Of its errors nothing goes further that may hold a part of the key, or what was sent.
    const { type, code, statusCode, requestId } = error as Record<string, unknown>
    throw new ProviderFailed(`Stripe: ${[type, code, statusCode, requestId].filter(Boolean).join(', ')}`)
  }
}
