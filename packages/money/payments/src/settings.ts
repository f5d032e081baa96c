import { settingFacts, settings, urlField } from '@gleaner/runtime'
import { z } from 'zod'

/** How credits are paid for, and what receipts say: settings of the gateway. */
export const paymentFields = settings('payments', {
  STRIPE_SECRET_KEY: z
    .string()
    .optional()
    .describe(
      'secret key of the Stripe account that is paid. Without it POST /billing/checkout answers 503, in development a page that credits for nothing',
    )
    .register(settingFacts, { secret: true }),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .optional()
    .describe("signing secret of Stripe's webhook endpoint; two by a comma while it is changed")
    .register(settingFacts, { secret: true }),
  STRIPE_API_URL: urlField(['https', 'http'])
    .default('https://api.stripe.com')
    .describe('where the payment provider answers'),
  CHECKOUT_RETURN_URL: urlField(['https', 'http'])
    .optional()
    .describe('page of a dashboard that payers return to, with ?checkout=success or cancelled')
    .register(settingFacts, { byDefault: 'a plain page of the gateway' }),
  OPERATOR_NAME: z.string().max(200).default('Gleaner').describe('who sells the credits, for receipts'),
  OPERATOR_ADDRESS: z
    .string()
    .max(1_000)
    .optional()
    .describe('address and tax number for receipts, lines separated by semicolons'),
})

const paymentSettings = z.object(paymentFields)

export interface PaymentSettings extends z.infer<typeof paymentSettings> {
  NODE_ENV: 'development' | 'production'
  PUBLIC_URL: string
  ENCRYPTION_KEYS: string
}
