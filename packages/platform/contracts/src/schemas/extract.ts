import { MEGABYTE } from '@gleaner/runtime/units'
import { z } from 'zod'
import { uuidOfBatch } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { OTHER_NAMES } from '../other-names.ts'
import { splitUrlCredentials } from '../url-credentials.ts'
import { HttpUrl } from './http-url.ts'
import { secondsFrom } from './primitives.ts'
import { EXTRACTION_PROFILES } from './scrape/extraction-profiles.ts'
import { ScrapeFields } from './scrape/fields.ts'
import { PAGE_FORMATS } from './scrape/formats.ts'
import { DEPENDENT_FIELDS, type ScrapeRequest, settleScrape } from './scrape/request.ts'

const { advanced, cost_controls, mode, timeout, location, session_id } = ScrapeFields.shape
/** How a page is fetched, where one is. */
const FETCH_FIELDS = { advanced, cost_controls, mode, location, session_id }

const { extraction_schema, extraction_prompt, extraction_model, extraction_provider } = ScrapeFields.shape
const { template } = DEPENDENT_FIELDS
const Profile = z.enum(EXTRACTION_PROFILES)

/** Field by field; what they mean together is settled by `ExtractRequest`. */
const ExtractFields = z.strictObject({
  content: z
    .string()
    .refine((text) => text.trim() !== '', 'must not be blank')
    .optional()
    .describe(
      'The page itself, up to 5 MB: HTML, text, Markdown, or a PDF as base64. Send either this or `url`.',
    )
    .register(OTHER_NAMES, { names: ['html', 'text', 'markdown'] }),
  url: HttpUrl.optional().describe(
    'A page that is fetched as by `POST /scrape`; the price of its tier and options is added.',
  ),
  job_id: z
    .uuid()
    .optional()
    .describe('A page that is in your archive (`PUT /archive`): it is read anew, and not fetched.'),
  batch_id: z
    .string()
    .optional()
    .describe('All archived pages of a batch. They are read as a batch of their own: the answer is 202.'),
  crawl_id: z.uuid().optional().describe('All archived pages of a crawl, likewise.'),
  monitor_id: z
    .uuid()
    .optional()
    .describe(
      'The versions of a page that a monitor has kept: the answer is what each says, over time. With `url` where it watches several pages.',
    ),
  from: z.iso.datetime({ offset: true }).optional().describe('With monitor_id: no version from before.'),
  to: z.iso.datetime({ offset: true }).optional().describe('With monitor_id: no version from after.'),
  limit: z
    .number()
    .int()
    .min(1)
    .max(LIMITS.batchUrls)
    .optional()
    .describe(
      `With batch_id, crawl_id or monitor_id: how many pages or versions are read. Default: ${LIMITS.batchUrls}.`,
    ),
  offset: z
    .number()
    .int()
    .min(0)
    .max(LIMITS.listOffset)
    .optional()
    .describe('With batch_id, crawl_id or monitor_id: how many are passed over. Default: 0.'),
  content_type: z
    .enum(['html', 'text', 'markdown', 'pdf'])
    .optional()
    .describe('What content is; html by default, and pdf where it begins as the base64 of one.'),
  source_url: HttpUrl.pipe(z.string().max(2_048))
    .optional()
    .describe('Where `content` is from: links are resolved against it. It is never fetched.'),
  extraction_schema,
  extraction_profile: Profile.optional().describe(
    'A ready-made schema; `extraction_schema` goes first. Without either: what the page is about, as one object.',
  ),
  extraction_template: Profile.optional().meta({
    description: 'The same as extraction_profile.',
    deprecated: true,
  }),
  template: template.describe(
    'Name or id of a template of yours (`/templates`), or one that is stored nowhere: `{"fields": {"price": ".price"}}`; in place of a schema.',
  ),
  extraction_prompt,
  extraction_model,
  extraction_provider,
  formats: z.array(z.enum(PAGE_FORMATS)).min(1).default(['json']).describe('Formats of the reply.'),
  evidence: z
    .boolean()
    .default(false)
    .describe('Add the passage of the page, or the source, that each field was taken from.'),
  cache: z
    .enum(['auto', 'skip', 'only'])
    .default('auto')
    .describe(
      '`auto`: the same extraction again is answered from your cache, free of charge; `only`: from the cache or 404; `skip`: never from the cache.',
    ),
  cache_ttl: secondsFrom(1, LIMITS.cacheTtlSeconds.max)
    .int()
    .default(LIMITS.cacheTtlSeconds.default)
    .describe('How old a cached extraction may be, in seconds.'),
  timeout: timeout.describe('Seconds for everything, waiting included. Default: 110.'),
  ...FETCH_FIELDS,
})
type Fields = z.output<typeof ExtractFields>

/** Archived pages: of one job, or some of a batch or crawl. */
export type ArchivedSource =
  | { kind: 'job'; id: string }
  | { kind: 'batch' | 'crawl'; id: string; limit: number; offset: number }

/** Some of the versions of a page that a monitor has kept, the oldest first. */
export interface KeptVersions {
  monitorId: string
  url: string | undefined
  from: string | undefined
  to: string | undefined
  limit: number
  offset: number
}

/** An extraction as it is carried out: a scrape that may fetch nothing. */
export interface ExtractRequest {
  scrape: ScrapeRequest
  /** Its page, or pages, are in the archive. Without: it is sent or fetched. */
  archived?: ArchivedSource
  /** Its pages are versions that a monitor has kept. */
  versions?: KeptVersions
  cache: 'auto' | 'skip' | 'only'
}

/** Body of POST /extract. */
export const ExtractRequest = ExtractFields.superRefine((fields, context) => {
  for (const [path, message] of faultsOf(fields)) context.addIssue({ code: 'custom', path: [path], message })
}).transform(settleExtract)

const { content, url, source_url } = ExtractFields.shape
const { cache_ttl, formats } = ExtractFields.shape

/** Body of POST /templates/{template_id}/test: the page, as above; what to read of it the template says. */
export const TemplateTest = z
  .strictObject({ content, url, source_url, mode, timeout })
  .superRefine((fields, context) => {
    for (const [path, message] of faultsOf(fields as Fields))
      context.addIssue({ code: 'custom', path: [path], message })
  })
  .transform((fields) =>
    settleExtract({
      ...fields,
      advanced: advanced.parse(undefined),
      cost_controls: cost_controls.parse(undefined),
      formats: formats.parse(undefined),
      evidence: false,
      cache: 'skip',
      cache_ttl: cache_ttl.parse(undefined),
    } as Fields),
  )

/** Where a page may come from, and the fields that go with one of them alone. */
const SOURCES = ['content', 'url', 'job_id', 'batch_id', 'crawl_id', 'monitor_id'] as const
const GOES_WITH: Partial<Record<keyof Fields, readonly (typeof SOURCES)[number][]>> = {
  content_type: ['content'],
  source_url: ['content'],
  location: ['url'],
  session_id: ['url'],
  from: ['monitor_id'],
  to: ['monitor_id'],
  limit: ['batch_id', 'crawl_id', 'monitor_id'],
  offset: ['batch_id', 'crawl_id', 'monitor_id'],
}

function* faultsOf(fields: Fields): Generator<[path: string, message: string]> {
  const { content, batch_id, extraction_profile, extraction_template } = fields
  // Which of a monitor's pages it is.
  const isPageOfMonitor = fields.monitor_id !== undefined
  const [source, second] = SOURCES.filter(
    (name) => fields[name] !== undefined && !(name === 'url' && isPageOfMonitor),
  )
  if (source === undefined)
    yield [
      'content',
      'is required: the page to extract from, or a url to fetch it from, or the job_id, batch_id or crawl_id of archived pages, or the monitor_id of kept versions',
    ]
  if (source !== undefined && second !== undefined)
    yield [second, `and ${source} are two pages; send one of them (source_url says where content is from)`]
  for (const [name, sources] of Object.entries(GOES_WITH))
    if (source && fields[name as keyof Fields] !== undefined && !sources.includes(source))
      yield [name, `goes with ${sources.join(' or ')}, not with ${source}`]
  if (batch_id !== undefined && uuidOfBatch(batch_id) === undefined)
    yield ['batch_id', 'must be the id of a batch, as POST /batch gives it']
  if (content !== undefined && Buffer.byteLength(content) > LIMITS.extractContent)
    yield ['content', `is larger than ${LIMITS.extractContent / MEGABYTE} MB`]
  if (extraction_profile && extraction_template && extraction_profile !== extraction_template)
    yield [
      'extraction_template',
      'and extraction_profile are the same field, with different values; send one of them',
    ]
}

/** Seconds, where nothing is said: a model takes its time. */
const DEFAULT_SECONDS = 110
/** `%PDF-` in base64. */
const PDF_BEGINS = 'JVBERi0'
/** Names nothing that could be fetched. */
const NO_URL = 'about:content'

function settleExtract(fields: Fields): ExtractRequest {
  const { content, url, content_type, source_url, extraction_template, formats, cache, cache_ttl, ...given } =
    fields
  const { job_id, batch_id, crawl_id, limit = LIMITS.batchUrls, offset = 0, ...further } = given
  const { monitor_id, from, to, ...rest } = further
  const { extraction_profile = extraction_template, ...more } = rest
  const scrape = settleScrape({
    ...more,
    url: url ?? NO_URL,
    formats: [...new Set(formats)],
    method: 'GET',
    sync: true,
    force_refresh: false,
    include_raw_html: false,
    timeout: more.timeout ?? DEFAULT_SECONDS,
    cache: cache !== 'skip',
    cache_ttl,
    ...(extraction_profile && { extraction_profile }),
  } as Parameters<typeof settleScrape>[0])
  const isPdf = content_type === undefined && content?.startsWith(PDF_BEGINS)
  const supplied = {
    type: isPdf ? ('pdf' as const) : (content_type ?? 'html'),
    // No login is kept that nothing is asked with.
    ...(source_url && { source_url: splitUrlCredentials(source_url).url }),
  }
  const some = { limit, offset }
  const archived: ArchivedSource | undefined =
    job_id !== undefined
      ? { kind: 'job', id: job_id }
      : batch_id !== undefined
        ? { kind: 'batch', id: uuidOfBatch(batch_id)!, ...some }
        : crawl_id !== undefined
          ? { kind: 'crawl', id: crawl_id, ...some }
          : undefined
  return {
    ...(archived && { archived }),
    ...(monitor_id !== undefined && { versions: { monitorId: monitor_id, url, from, to, ...some } }),
    scrape: {
      ...scrape,
      extract: true,
      extraction: { profile: extraction_profile ?? 'auto', contentChars: content?.length },
      ...(content !== undefined && { body: content, supplied }),
    },
    cache,
  }
}
