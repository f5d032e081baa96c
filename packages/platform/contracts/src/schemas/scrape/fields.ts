import { z } from 'zod'
import { LIMITS } from '../../limits.ts'
import { LlmModel, LlmProviderName } from '../llm-keys.ts'
import { CountryCode, HttpUrl, LanguageCode, Seconds } from '../primitives.ts'
import { WebhookUrl } from '../webhook-url.ts'
import { ExtractionSchema } from './extraction-schema.ts'
import { AdvancedOptions, BODY_CONTENT_TYPES, CostControls, FORMATS, METHODS, MODES } from './options.ts'

/** A scrape, field by field, each at its own place. What fields mean together is checked by `scrapeRuleIssues`. */
export const ScrapeFields = z.strictObject({
  url: HttpUrl,
  mode: z
    .enum(MODES)
    .default('auto')
    .describe('How the page is read: as HTML, rendered (js), as a PDF, or by OCR.'),
  sync: z.boolean().default(true).describe('Wait for the page; false answers 202 with a job_id at once.'),
  formats: z.array(z.enum(FORMATS)).min(1, 'name at least one format, or leave the field out').optional(),
  advanced: AdvancedOptions.default({}),
  cost_controls: CostControls.default({}),
  force_refresh: z.boolean().default(false).describe('Fetch anew even when a cached page would do.'),
  include_raw_html: z.boolean().default(false).describe('Add raw_html.'),
  timeout: Seconds.optional().describe('Seconds for everything, waiting included.'),
  extraction_schema: ExtractionSchema.optional(),
  extraction_prompt: z
    .string()
    .trim()
    .min(1, 'must say what is to be extracted, or be left out')
    .max(LIMITS.extractionPromptChars)
    .optional()
    .describe(
      'What a language model is to extract, in plain words, through a key of your own (POST /llm-keys); with an extraction_schema in that form.',
    ),
  extraction_model: LlmModel.optional().describe(
    'The provider’s id of a model, in place of the one stored with the key.',
  ),
  extraction_provider: LlmProviderName.optional().describe(
    'Which of your keys; without it the one that was used last.',
  ),
  method: z.enum(METHODS).default('GET').describe('Of the request to the target.'),
  body: z
    .string({ error: 'must be a string: JSON is sent as the text that it is' })
    .optional()
    .describe('Sent to the target as it is.'),
  content_type: z.enum(BODY_CONTENT_TYPES).optional(),
  cache: z
    .boolean()
    .default(false)
    .describe('Answer from your cache when it has the page; that costs nothing.'),
  cache_ttl: z
    .number()
    .int()
    .min(LIMITS.cacheTtlSeconds.min)
    .max(LIMITS.cacheTtlSeconds.max)
    .default(LIMITS.cacheTtlSeconds.default),
  location: z.strictObject({ country: CountryCode.optional(), language: LanguageCode.optional() }).optional(),
  session_id: z
    .uuid()
    .optional()
    .describe('The stored login session that the page is asked for with; it must be of the domain of url.'),
  evidence: z.boolean().optional(),
  max_response_bytes: z
    .number()
    .int()
    .min(0)
    .max(LIMITS.responseBody)
    .optional()
    .describe(
      'A longer HTML or text body is cut there before it is read, and content_truncated says so. 0: no cut, up to 50 MB.',
    ),
  webhook_url: WebhookUrl.optional().describe(
    'Told how the job has ended, by a signed POST; https. Whether the request waits for it or not.',
  ),
})
export type ScrapeFields = z.output<typeof ScrapeFields>

/** The session that a request names, in one of two places, as the database spells it. */
export function sessionIdOf({
  session_id,
  advanced,
}: Pick<ScrapeFields, 'session_id'> & { advanced: Pick<AdvancedOptions, 'session_id'> }): string | undefined {
  return (session_id ?? advanced.session_id)?.toLowerCase()
}

/**
 * The country that a page is asked from: of its proxy, and of the browser's identity, which is to fit the proxy.
 * `location.country` says where, `proxy_country` is a preference.
 */
export function requestedCountry({
  advanced,
  location,
}: Pick<ScrapeFields, 'location'> & { advanced: Pick<AdvancedOptions, 'proxy_country'> }):
  | string
  | undefined {
  return location?.country ?? advanced.proxy_country
}
