import { z } from 'zod'
import { JobId } from '../../fields/ids.ts'
import { inWords, RETENTION } from '../../limits.ts'
import { SHOWN_LABELS } from '../labels.ts'
import { Billing } from './billing.ts'
import { ChangeTracking } from './change-tracking.ts'
import { FORMAT_SAYS, PAGE_FORMATS, PageBytes, type PageFormat, PageTables } from './formats.ts'
import { EXTRACTION_METHODS, ModelFields } from './model-fields.ts'
import { ActionOutcome, ContentTruncated, QualityWarning, TierCapWarning } from './result-notes.ts'

/** The page once more, for the published Node SDK, which reads it at these places. */
export const FlatFields = z.object({
  text: z
    .unknown()
    .optional()
    .describe('This and the next five: the page once more, in replies to the published Node SDK alone.'),
  html: z
    .unknown()
    .optional()
    .describe('In replies to the published Node SDK alone: the same as `content.html`.'),
  json: z.unknown().optional().describe('The fields of an extraction_schema, where there is one.'),
  markdown_content: z
    .unknown()
    .optional()
    .describe('The same as `content.markdown`; in replies to the published Node SDK alone.'),
  description: z
    .unknown()
    .optional()
    .describe('The description of the page; in replies to the published Node SDK alone.'),
  published_date: z
    .string()
    .optional()
    .describe('The same as `published_at`; in replies to the published Node SDK alone.'),
})
export type FlatFields = z.infer<typeof FlatFields>

const asked = (format: PageFormat) => `${FORMAT_SAYS[format]} Absent where it was not asked for.`

const unknownFormats = Object.fromEntries(
  PAGE_FORMATS.map((format) => [format, z.unknown().optional().describe(asked(format))]),
)

export const PageContent = z
  .object({
    ...(unknownFormats as Record<PageFormat, z.ZodOptional<z.ZodUnknown>>),
    tables: PageTables.optional().describe(asked('tables')),
    bytes: PageBytes.optional().describe(asked('bytes')),
    summary: z
      .string()
      .nullable()
      .optional()
      .describe(
        'A few sentences by a language model of your own; null where none has answered: `warnings` says why, and nothing is charged for it. Absent where it was not asked for.',
      ),
    change_tracking: ChangeTracking.nullable()
      .optional()
      .describe(
        'What has changed since you last scraped the page; null where there was nothing to compare: `warnings` says why. Absent where it was not asked for.',
      ),
  })
  .describe('A page by the formats that were asked for: each stands under its name.')
export type PageContent = z.infer<typeof PageContent>

/** What the page gave: made once by a worker, stored as it is, the same in a sync reply, a job and the cache. */
export const PageResult = z.object({
  final_url: z.string().describe('Where redirects ended.'),
  redirected: z.boolean().describe('Whether there was a redirect.'),
  redirect_chain: z
    .array(
      z.object({
        url: z.string().describe('An address that redirected.'),
        status_code: z.number().int().describe('HTTP status of its answer.'),
      }),
    )
    .describe('Each address that redirected, with the status of its answer.'),
  status_code: z.number().int().describe('The target’s status. A 404 of the target is a delivered answer.'),
  content: z
    .union([z.string(), PageContent])
    .describe('With `formats` an object by format, else the Markdown.'),
  structured_content: z
    .array(z.unknown())
    .optional()
    .describe('Without `formats`: the structured data of the page.'),
  filtered_content: z
    .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
    .optional()
    .describe(
      'Fields of `extraction_schema`, of the profile or of the template; a list where the schema is one of an array.',
    ),
  raw_html: z.string().optional().describe('With `include_raw_html`: the page as it came.'),
  raw_encoding: z
    .literal('base64')
    .optional()
    .describe(
      '`base64` where `content.raw` is a file (PDF, office document, picture); absent where it is text.',
    ),
  title: z.string().optional().describe('The title of the page; absent where it has none.'),
  author: z.string().optional().describe('Who has written it, as the page says; absent where it does not.'),
  published_at: z
    .string()
    .optional()
    .describe('When it was published, as the page says; absent where it does not.'),
  metadata: z
    .record(z.string(), z.unknown())
    .describe(
      'What the page says of itself. `missing_fields` lists properties of a schema that were not found, `evidence` (with `evidence`) where each field of `json` comes from, and `field_evidence` each field of `filtered_content`: `kind` (declared, visible, computed), `found_by`, `source`, `pointer` into `json`, `confidence`.',
    ),
  headers: z.record(z.string(), z.string()).describe('Headers of the target’s answer.'),
  request_headers: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      'With `include_request_headers`: headers of the request that this answer is to, after redirects, without those of its connection. `cookie`, `authorization` and what you or a session gave are `***`.',
    ),
  size_bytes: z.number().int().describe('Bytes of the target’s answer.'),
  screenshot_url: z
    .string()
    .nullable()
    .describe(
      `Signed link to the picture, valid for ${inWords(RETENTION.resultMs)}; null where none was asked for.`,
    ),
  pdf_url: z
    .string()
    .nullable()
    .describe(
      `Signed link to the PDF, valid for ${inWords(RETENTION.resultMs)}; null where none was asked for.`,
    ),
  document_url: z
    .string()
    .optional()
    .describe(
      `Of a page of a batch, a crawl or the cache that is itself a file (PDF, office document, picture): signed link to its bytes, valid for ${inWords(RETENTION.resultMs)}.`,
    ),
  action_results: z.array(ActionOutcome).optional().describe('One entry for each action that was begun.'),
  captured_xhr: z
    .array(z.unknown())
    .optional()
    .describe(
      'With `capture_xhr`: what the page fetched by itself, as `{url, method, status, body}`; JSON is parsed.',
    ),
  extraction_method: z.enum(EXTRACTION_METHODS).describe('How the content was found.'),
  ...ModelFields.shape,
  content_truncated: ContentTruncated.optional().describe('Present when a limit cut the content.'),
  quality_warning: QualityWarning.optional().describe('Present when there is reason to doubt the content.'),
  byos_applied: z
    .boolean()
    .optional()
    .describe(
      'With a `session_id`: whether the page was fetched with the session. `false` when it was deleted, unshared or expired after the request was accepted.',
    ),
  warnings: z
    .array(z.string())
    .optional()
    .describe(
      'Sentences about this result: fields without effect, a country without a proxy, tiers that the balance kept away, a session that seems to have ended.',
    ),
  warning: z.string().optional().describe('The same as one text; absent where there are none.'),
  ...FlatFields.shape,
  version: z.literal('v1').describe('The version of this form.'),
})
export type PageResult = z.infer<typeof PageResult>

/** A page with what its delivery took: the 200 body of POST /scrape and the `result` of a completed job. */
export const ScrapeResult = PageResult.extend({
  job_id: JobId,
  external_id: SHOWN_LABELS.external_id,
  request_metadata: SHOWN_LABELS.metadata.describe(
    'The `metadata` of the request, where it had any; `metadata` is the page’s own here.',
  ),
  url: z
    .string()
    .describe('The address as you wrote it; a cached page may have been fetched for another spelling of it.'),
  cached: z.boolean().describe('Whether the page came from your cache.'),
  cached_at: z.iso.datetime().optional().describe('When the cached page was fetched.'),
  expires_at: z.iso.datetime().optional().describe('When it leaves the cache.'),
  response_time_ms: z
    .number()
    .int()
    .describe('From when the request was taken on until the page was delivered, in milliseconds.'),
  tier_cap_warning: TierCapWarning.optional().describe(
    'Present when the host usually needs a tier that your `max_tier` or `force_tier` excludes.',
  ),
  billing: Billing.describe('What it took, and what was charged.'),
}).describe('A page that was delivered, and what its delivery took.')
export type ScrapeResult = z.infer<typeof ScrapeResult>
