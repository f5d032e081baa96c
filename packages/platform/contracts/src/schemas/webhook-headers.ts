import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { HeaderName, HeaderValue, headerBytes } from './request-headers.ts'

const { count, nameChars, valueChars, bytes } = LIMITS.webhookHeaders

/** What each request says of itself, and receivers verify. */
const OURS: Readonly<Record<string, string>> = {
  'content-encoding': 'bodies are sent as they are',
  'content-type': 'bodies are application/json',
  date: 'webhook-timestamp has the time',
}
/** Of signatures: ours and those of Standard Webhooks, and of the API whose words a door speaks. */
const SIGNS = /^(?:webhook-|x-service-signature|x-firecrawl-signature)/

/** How replies show what is secret; who sends it back would lose the value. */
const MASKED = /^\*+$/

const Name = HeaderName.max(nameChars)
  .refine((name) => !SIGNS.test(name.toLowerCase()), {
    message: 'is one of our signature (GET /webhooks/secret); leave it out, or choose another name',
  })
  .superRefine((name, context) => {
    const why = OURS[name.toLowerCase()]
    if (why) context.addIssue({ code: 'custom', message: `is set by us: ${why}; leave it out` })
  })

const Value = HeaderValue.max(valueChars)
  .refine((value) => value.trim() !== '', 'must not be empty; leave the header out')
  .refine((value) => !MASKED.test(value.trim()), 'is masked; send the value itself, or leave headers out')
  .transform((value) => value.trim())

/** Headers that a receiver is sent beside ours, as an `Authorization`. They are secrets: replies have their names alone. */
export const WebhookHeaders = z
  .record(Name, Value)
  .refine((all) => Object.keys(all).length <= count, `at most ${count} headers`)
  .refine(
    (all) => new Set(Object.keys(all).map((name) => name.toLowerCase())).size === Object.keys(all).length,
    'must not have one name twice, also not in other letter cases',
  )
  .refine((all) => headerBytes(all) <= bytes, `at most ${bytes / 1_024} KB of headers in total`)
  .describe(
    `Headers of your own, sent with each request, as \`Authorization\`: at most ${count}, none that the transport or our signature sets. They are kept encrypted, and no reply shows their values.`,
  )
export type WebhookHeaders = z.infer<typeof WebhookHeaders>

/** Throws nothing: adds an issue where headers are named for an address that is not. */
export function needsAddress(
  { webhook_url, webhook_headers }: { webhook_url?: string | undefined; webhook_headers?: unknown },
  context: { addIssue(issue: { code: 'custom'; path: string[]; message: string }): void },
): void {
  if (webhook_headers === undefined || webhook_url !== undefined) return
  const message =
    'go with webhook_url, which is missing; send it, or give an endpoint headers (POST /webhooks)'
  context.addIssue({ code: 'custom', path: ['webhook_headers'], message })
}
