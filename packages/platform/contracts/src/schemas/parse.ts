import { MEGABYTE } from '@gleaner/runtime/units'
import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { OTHER_NAMES } from '../other-names.ts'
import { splitUrlCredentials } from '../url-credentials.ts'
import { HttpUrl } from './http-url.ts'
import { hasNoControls } from './primitives.ts'
import { ScrapeFields } from './scrape/fields.ts'
import { PAGE_FORMATS } from './scrape/formats.ts'
import { AdvancedOptions } from './scrape/options.ts'
import { DEPENDENT_FIELDS, type ScrapeRequest, settleScrape } from './scrape/request.ts'

const { sync, timeout, webhook_url, include_raw_html, evidence } = ScrapeFields.shape
const { extraction_schema, extraction_prompt, extraction_model, extraction_provider } = ScrapeFields.shape
const { extraction_profile, template } = DEPENDENT_FIELDS

/** Of the options of a scrape those that say how a page is read. */
const ReadingOptions = AdvancedOptions.pick({
  only_main_content: true,
  include_selectors: true,
  exclude_selectors: true,
  remove_cookie_banners: true,
  section_filter: true,
  rag: true,
  ocr: true,
  ocr_languages: true,
  evidence: true,
})

/** Names nothing that could be fetched. */
const NO_URL = 'about:content'

/** Body of POST /parse. */
export const ParseRequest = z
  .strictObject({
    content: z
      .string()
      .min(1, 'must not be empty')
      .refine(
        (text) => Buffer.byteLength(text) <= LIMITS.parseFile * 1.4,
        `is larger than ${LIMITS.parseFile / MEGABYTE} MB`,
      )
      .describe(
        `The page or file, up to ${LIMITS.parseFile / MEGABYTE} MB; of an upload it is the file itself.`,
      )
      .register(OTHER_NAMES, { names: ['html', 'text', 'markdown', 'file', 'document', 'data'] }),
    encoding: z
      .enum(['text', 'base64'])
      .default('text')
      .describe('How `content` is written: HTML or another text as it is, files as base64.'),
    content_type: z
      .string()
      .max(200)
      .regex(/^[\w.+-]+\/[\w.+*-]+\s*(?:;[\x20-\x7e]*)?$/, 'must be a media type such as "application/pdf"')
      .optional()
      .describe(
        'What it is, as a server would declare it. Default: HTML for a text; else its bytes and its name say it.',
      ),
    filename: z
      .string()
      .min(1)
      .max(LIMITS.filenameChars)
      .refine(hasNoControls, 'must not contain control characters')
      .optional()
      .describe('Tells the type of a file whose bytes do not.'),
    source_url: HttpUrl.pipe(z.string().max(2_048))
      .optional()
      .describe('Where it is from: links are resolved against it. It is never fetched.'),
    mode: z.enum(['auto', 'pdf', 'ocr']).default('auto').describe('`ocr` reads the text of an image.'),
    formats: z
      .array(z.enum([...PAGE_FORMATS, 'summary']))
      .min(1, 'name at least one format, or leave the field out')
      .optional()
      .describe('As of a scrape.'),
    advanced: ReadingOptions.default({}).describe('How it is read, as of a scrape.'),
    extraction_schema,
    extraction_profile,
    template,
    extraction_prompt,
    extraction_model,
    extraction_provider,
    evidence,
    include_raw_html,
    sync: sync.describe('Wait for it. `false` answers 202 with a `job_id` at once.'),
    timeout,
    webhook_url,
  })
  .superRefine(({ content, encoding }, context) => {
    const bytes = encoding === 'text' ? Buffer.byteLength(content) : Math.floor((content.length * 3) / 4)
    const issue = (message: string) => context.addIssue({ code: 'custom', path: ['content'], message })
    if (bytes > LIMITS.parseFile + 2) issue(`is larger than ${LIMITS.parseFile / MEGABYTE} MB`)
    else if (encoding === 'base64' && !/^[\w+/=\s-]*$/.test(content)) issue('is not base64')
  })
  .transform(settleParse)

function settleParse(given: {
  content: string
  encoding: 'text' | 'base64'
  content_type?: string | undefined
  filename?: string | undefined
  source_url?: string | undefined
}): ScrapeRequest {
  const { content, encoding, content_type, filename, source_url, ...rest } = given
  const scrape = settleScrape({
    cost_controls: {},
    ...rest,
    url: NO_URL,
    method: 'GET',
    force_refresh: false,
    cache: false,
    cache_ttl: LIMITS.cacheTtlSeconds.default,
  } as Parameters<typeof settleScrape>[0])
  const supplied = {
    type: 'file' as const,
    encoding,
    ...(content_type && { content_type }),
    ...(filename && { filename }),
    // No login is kept that nothing is asked with.
    ...(source_url && { source_url: splitUrlCredentials(source_url).url }),
  }
  return { ...scrape, parse: true, body: content, supplied }
}
