import { createHmac } from 'node:crypto'
import { ApiError } from '@gleaner/contracts'
import type { Database } from '@gleaner/db'
import { ConfigError, type Logger, type Metrics } from '@gleaner/runtime'
import { createPaymentLinks, type PaymentLinks } from './payment-links.ts'
import type { PaymentSettings } from './settings.ts'
import { openStripe, type StripeProvider } from './stripe/open-stripe.ts'

export type ProviderName = 'stripe' | 'development'

/** What everything about payments works with. */
export interface PaymentsContext {
  db: Database
  logger: Logger
  settings: PaymentSettings
  links: PaymentLinks
  /** Undefined without Stripe's settings. */
  stripe: StripeProvider | undefined
  countEvent(type: string, outcome: string): void
}

/** Throws a ConfigError when Stripe is set up by half: its payments would never be credited. */
export function openPayments(
  settings: PaymentSettings,
  { db, logger, metrics }: { db: Database; logger: Logger; metrics: Metrics },
): PaymentsContext {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = settings
  if ((secretKey === undefined) !== (webhookSecret === undefined))
    throw new ConfigError('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together: set both, or neither.')
  const events = metrics.counter('gleaner_payment_events_total')
  return {
    db,
    logger,
    settings,
    links: createPaymentLinks({
      secret: createHmac('sha256', settings.ENCRYPTION_KEYS).update('payment links').digest('hex'),
      publicUrl: settings.PUBLIC_URL,
    }),
    stripe: openStripe(settings),
    countEvent: (type, outcome) => events.inc({ type, outcome }),
  }
}

/** Who takes the payment of a new checkout. Throws SERVICE_UNAVAILABLE in production without Stripe. */
export function providerOf({ stripe, settings }: PaymentsContext): ProviderName {
  if (stripe) return 'stripe'
  if (settings.NODE_ENV === 'development') return 'development'
  throw new ApiError(
    'SERVICE_UNAVAILABLE',
    'This deployment takes no payments: its operator has to set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET (or grants credits by the admin command add-credits).',
  )
}
