import { z } from 'zod'
import { LIMITS } from '../../limits.ts'
import { HttpUrl } from '../http-url.ts'
import { LlmModel, LlmProviderName } from '../llm-keys.ts'
import { CountryCode, LanguageCode, Seconds, secondsFrom } from '../primitives.ts'
import { WebhookUrl } from '../webhook-url.ts'
import { CostControls } from './cost-controls.ts'
import { ExtractionSchema } from './extraction-schema.ts'
import { FORMAT_SAYS, FORMATS, FormatName } from './formats.ts'
import { AdvancedOptions, BODY_CONTENT_TYPES, METHODS, MODES } from './options.ts'

/** A scrape, field by field, each at its own place. What fields mean together is checked by `scrapeRuleIssues`. */
export const ScrapeFields = z.strictObject({
  url: HttpUrl.describe(
    'The page. It may hold a login for HTTP Basic, `https://user:password@example.com/` (percent-encode `@`, `/` and `:` in it): the login is sent to that scheme, host and port only, and shown as `***`.',
  ),
  mode: z
    .enum(MODES)
    .default('auto')
    .describe('How the page is read: as HTML, rendered (js), as a PDF, or by OCR.'),
  sync: z.boolean().default(true).describe('Wait for the page. `false` answers 202 with a `job_id` at once.'),
  formats: z
    .array(FormatName)
    .min(1, 'name at least one format, or leave the field out')
    .optional()
    .describe(
      `Formats of the content. ${FORMATS.map((format) => `\`${format}\`: ${FORMAT_SAYS[format]}`).join(' ')} With \`formats\`, the reply’s \`content\` is an object by format; without them it is the Markdown, and \`structured_content\` lists the structured data.`,
    ),
  advanced: AdvancedOptions.default({}).describe('How the page is fetched and read.'),
  cost_controls: CostControls.default({}).describe('Which tiers are tried, and what they may cost.'),
  force_refresh: z.boolean().default(false).describe('Fetch the page anew even when a cached page would do.'),
  include_raw_html: z.boolean().default(false).describe('Add `raw_html` to the reply.'),
  timeout: Seconds.optional().describe(
    'Seconds for everything, waiting included. Default: 90, with `sync: false` 300.',
  ),
  extraction_schema: ExtractionSchema.optional().describe(
    'A JSON Schema, or names and types such as `{"title": "string", "products": [{"name": "string"}]}`; at most 64 KB. `filtered_content` holds what the data of the page says for its properties, converted to their types.',
  ),
  extraction_prompt: z
    .string()
    .trim()
    .min(1, 'must say what is to be extracted, or be left out')
    .max(LIMITS.extractionPromptChars)
    .optional()
    .describe(
      'What a language model is to extract, in plain words. It is asked through a key of your own (`POST /llm-keys`), and answers in the form of `extraction_schema` where there is one: `extraction_result`.',
    ),
  extraction_model: LlmModel.optional().describe(
    'The provider’s id of a model, in place of the one that is stored with the key.',
  ),
  extraction_provider: LlmProviderName.optional().describe(
    'Which of your keys at providers is used. Default: the one that was used last.',
  ),
  method: z
    .enum(METHODS)
    .default('GET')
    .describe(
      'Method of the request to the target. With another one than GET a request that may have been sent is never sent again.',
    ),
  body: z
    .string({ error: 'must be a string: JSON is sent as the text that it is' })
    .optional()
    .describe(
      'Body of the request to the target, sent as it is: up to 1 MB, 10 MB from the spend tier `high_volume` on.',
    ),
  content_type: z.enum(BODY_CONTENT_TYPES).optional().describe('Content type of `body`.'),
  cache: z
    .boolean()
    .default(false)
    .describe('Answer from your cache when it has the page; that costs nothing.'),
  cache_ttl: secondsFrom(LIMITS.cacheTtlSeconds.min, LIMITS.cacheTtlSeconds.max)
    .int()
    .default(LIMITS.cacheTtlSeconds.default)
    .describe('How old a cached page may be, in seconds.'),
  location: z
    .strictObject({
      country: CountryCode.optional().describe(
        'ISO 3166-1 alpha-2, such as `DE`: of the proxy and of the browser’s identity.',
      ),
      language: LanguageCode.optional().describe(
        'ISO 639-1, such as `de` or `pt-BR`: of the browser’s identity.',
      ),
    })
    .optional()
    .describe('Where the page is asked from.'),
  session_id: z
    .uuid()
    .optional()
    .describe('The login session that the page is fetched with; its domain must fit `url`.'),
  evidence: z
    .boolean()
    .optional()
    .describe('Add to `metadata.evidence` where each extracted field comes from.'),
  max_response_bytes: z
    .number()
    .int()
    .min(0)
    .max(LIMITS.responseBody)
    .optional()
    .describe(
      'A longer HTML or text body is cut at this length before it is read, and `content_truncated` says so. 0: no cut, up to 50 MB.',
    ),
  webhook_url: WebhookUrl.optional().describe(
    'Receives the end of the job as a signed POST, whether the request waits for it or not; https.',
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
