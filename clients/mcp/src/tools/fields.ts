import { z } from 'zod'

export const FORMATS = ['markdown', 'text', 'html', 'json', 'links', 'images', 'tables'] as const
export type Format = (typeof FORMATS)[number]

/** Most of a page in a reply, in tokens. Source of the default: clients warn from 10,000 on, and cut at 25,000. */
export const TOKENS = { default: 8_000, max: 40_000 } as const

export const Url = z.string().min(1).max(8_192).describe('The address of the page, with https://.')

export const MaxTokens = z
  .number()
  .int()
  .min(200)
  .max(TOKENS.max)
  .default(TOKENS.default)
  .describe('Most tokens of web content in the reply, estimated. What is left is read with next_cursor.')

export const Formats = z
  .array(z.enum(FORMATS))
  .min(1)
  .max(FORMATS.length)
  .default(['markdown'])
  .describe(
    'What to make of the page. The reply holds the first; read_page has the others by their name. markdown and text: the main content; html: the whole page; json: its structured data; links, images, tables: as JSON.',
  )

/** How a page is fetched; the same for one page and for many. */
export const FETCHING = {
  render_js: z
    .boolean()
    .optional()
    .describe(
      'Render it in a browser at once. Leave it out: pages that need a browser are found out by themselves.',
    ),
  wait_for: z
    .string()
    .max(1_000)
    .optional()
    .describe('A CSS selector that the rendered page is waited for; implies render_js.'),
  country: z.string().length(2).optional().describe('Fetch it from this country, such as DE.'),
  session_id: z
    .string()
    .max(100)
    .optional()
    .describe('A stored login, for pages that need one. The tool account lists them.'),
  max_tier: z
    .enum(['1', '2', '3', '4', '5'])
    .optional()
    .describe(
      'The dearest way to fetch it that may be tried: 1 a plain request, 4 a browser (default), 5 captchas.',
    ),
  timeout: z
    .number()
    .int()
    .min(1)
    .max(300)
    .optional()
    .describe('Seconds that a page may take; 90 by default.'),
}

export type Fetching = { [Name in keyof typeof FETCHING]?: z.output<(typeof FETCHING)[Name]> }

/** These fields as the API names them. */
export function fetchingOf({ render_js, wait_for, country, session_id, max_tier, timeout }: Fetching) {
  const advanced = {
    ...((render_js !== undefined || wait_for !== undefined) && { render_js: render_js ?? true }),
    ...(wait_for !== undefined && { wait_for }),
  }
  return {
    ...(Object.keys(advanced).length > 0 && { advanced }),
    ...(country !== undefined && { location: { country: country.toUpperCase() } }),
    ...(session_id !== undefined && { session_id }),
    ...(max_tier !== undefined && { cost_controls: { max_tier } }),
    ...(timeout !== undefined && { timeout }),
  }
}

// Programs that take only one type for a field read two branches.
export const NextCursor = z
  .union([z.string(), z.null()])
  .describe('Send it as cursor to go on where this reply ended; null at the end.')
export const Credits = z.number().describe('Credits charged; 5,000 are one dollar.')
export const Warnings = z.array(z.string()).describe('Sentences about the result; usually empty.')
export const JobId = z
  .string()
  .describe('The job of the page: read_page reads it again for a day, free of charge.')
/** A place in a text or list, as cursors hold it. */
export const Offset = z.number().int().min(0)
