import { z } from 'zod'
import { languageTags } from '../../language-tags.ts'
import { LIMITS } from '../../limits.ts'
import { Cookies } from '../cookies.ts'
import { CountryCode } from '../primitives.ts'
import { RequestHeaders } from '../request-headers.ts'
import { Actions } from './actions.ts'
import { Selector } from './selector.ts'

export const MODES = ['auto', 'html', 'js', 'pdf', 'ocr'] as const
export type Mode = (typeof MODES)[number]

/** How two versions of a page are compared. */
export const TRACKING_MODES = ['semantic', 'exact'] as const
export type TrackingMode = (typeof TRACKING_MODES)[number]

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

export const BODY_CONTENT_TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'application/graphql',
] as const

/** A window of a desktop's screen, less the frame of the window. */
const Viewport = z.strictObject({
  width: z.number().int().min(320).max(LIMITS.viewport.width).describe('Width of the window, in pixels.'),
  height: z.number().int().min(200).max(LIMITS.viewport.height).describe('Height of the window, in pixels.'),
})

const PageSelectors = z
  .array(Selector)
  .max(LIMITS.pageSelectors, `at most ${LIMITS.pageSelectors} selectors; one may be a list: "nav, footer"`)

export const AdvancedOptions = z
  .strictObject({
    render_js: z
      .union([z.boolean(), z.literal('auto').transform(() => undefined)])
      .optional()
      .describe(
        'Render the page in a browser. `"auto"`: only where the page needs it, as without the option.',
      ),
    screenshot: z.boolean().optional().describe('Make a picture of the page; needs `render_js`.'),
    generate_pdf: z.boolean().optional().describe('Print the page as a PDF; needs `render_js`.'),
    ocr: z.boolean().optional().describe('Read the text of an image.'),
    ocr_languages: z
      .array(z.string().regex(/^[a-z]{3}(_[a-z]+)?$/i))
      .max(5)
      .optional()
      .describe('Languages of the text of an image, as Tesseract names them: `eng`, `deu`.'),
    use_proxy: z.boolean().optional().describe("Go through one of the operator's premium proxies."),
    markdown: z.boolean().optional().describe('Has no effect: name `markdown` in `formats`.'),
    wait_condition: z
      .enum(['domcontentloaded', 'networkidle', 'load'])
      .optional()
      .describe('State of the page that a browser waits for.'),
    wait_for: z
      .union([Selector, z.number().int().min(0).max(LIMITS.waitForMs.max)])
      .optional()
      .describe('A CSS selector to wait for, or a pause in milliseconds.'),
    wait_for_timeout: z
      .number()
      .int()
      .min(1)
      .max(LIMITS.waitForMs.max)
      .optional()
      .describe('How long `wait_for` waits for its selector, in milliseconds. Default: 30,000.'),
    remove_cookie_banners: z.boolean().optional().describe('Leave cookie banners out. Default: true.'),
    use_own_proxy: z.boolean().optional().describe('Go through a proxy of your own.'),
    use_system_proxy: z.boolean().optional().describe("Go through one of the operator's system proxies."),
    proxy_integration_id: z
      .string()
      .max(100)
      .optional()
      .describe('Which of your own proxies is used; needs `use_own_proxy`.'),
    proxy_country: CountryCode.optional().describe(
      'Preferred country of the proxy; `location.country` goes first.',
    ),
    session_id: z.uuid().optional().describe('The same as `session_id` at the top level.'),
    session_update: z
      .boolean()
      .optional()
      .describe(
        'Keep the cookies that the target sets in the session, for sites that give a new one with each page; needs a session of your own.',
      ),
    cookies: Cookies.optional().describe(
      'Cookies of this request, by name: at most 100. Not beside `session_id`.',
    ),
    session_headers: RequestHeaders.optional().describe(
      'Headers of this request, by name: at most 50, none that the transport sets. They go before headers of the session that have the same name.',
    ),
    only_main_content: z
      .boolean()
      .optional()
      .describe('Leave what surrounds the content out of Markdown and text. Default: true.'),
    include_selectors: PageSelectors.optional().describe(
      'CSS selectors of what is read: that alone, wherever it stands, is the content, in every format but `raw`, `bytes` and `raw_html`. The head of the page stays.',
    ),
    exclude_selectors: PageSelectors.optional().describe(
      'CSS selectors of what is left out, in every format but `raw`, `bytes` and `raw_html`.',
    ),
    section_filter: z
      .strictObject({
        min_content_blocks: z
          .number()
          .int()
          .min(0)
          .max(1000)
          .optional()
          .describe('Leave out sections with fewer blocks than this; blocks of their subsections count.'),
        content_only: z
          .boolean()
          .optional()
          .describe('Leave out sections that hold headings and images only.'),
        exclude_content_types: z
          .array(z.enum(['paragraph', 'list', 'table', 'image', 'code', 'blockquote', 'dl', 'details']))
          .optional()
          .describe('Kinds of blocks that are left out everywhere.'),
      })
      .optional()
      .describe('What `json_v2` leaves out.'),
    rag: z
      .strictObject({
        chunk_tokens: z
          .number()
          .int()
          .min(LIMITS.ragChunkTokens.min)
          .max(LIMITS.ragChunkTokens.max)
          .optional()
          .describe('Most tokens that a chunk has. Default: 512.'),
        overlap_tokens: z
          .number()
          .int()
          .min(0)
          .max(LIMITS.ragChunkTokens.max / 2)
          .optional()
          .describe('Tokens that a chunk repeats of the one before; less than half of `chunk_tokens`.'),
      })
      .optional()
      .describe('How the format `rag` is cut.'),
    change_tracking: z
      .strictObject({
        tag: z
          .string()
          .min(1)
          .max(LIMITS.changeTrackingTagChars)
          .optional()
          .describe(
            'Compare with earlier scrapes of the same tag only, and be compared with by those of the same tag.',
          ),
        mode: z
          .enum(TRACKING_MODES)
          .optional()
          .describe(
            '`semantic` (default): what the page says, without layout, order, dates, counters, tokens and advertisements; `exact`: every line, link and image in its order.',
          ),
      })
      .optional()
      .describe('How the format `change_tracking` compares.'),
    evidence: z.boolean().optional().describe('The same as `evidence` at the top level.'),
    scroll_to_load: z.boolean().optional().describe('Scroll down until nothing more is loaded.'),
    scroll_count: z
      .number()
      .int()
      .min(1)
      .max(LIMITS.scrollCount)
      .optional()
      .describe('How often `scroll_to_load` scrolls at most.'),
    block_images: z.boolean().optional().describe('Load no images.'),
    block_ads: z.boolean().optional().describe('Load no advertisements.'),
    mobile: z.boolean().optional().describe('Be a phone.'),
    viewport: Viewport.optional().describe(
      'Size of the window that the page is shown in, in CSS pixels; of a desktop. Default: as large as its screen of 1,920 by 1,080 allows.',
    ),
    full_page: z
      .boolean()
      .optional()
      .describe('Of a screenshot: the whole page, or with `false` what the window shows. Default: true.'),
    follow_redirects: z
      .boolean()
      .optional()
      .describe(
        'With `false` a redirect is the answer itself, with its status and its `location` among `headers`. No browser is used. Default: true.',
      ),
    proxy_session: z
      .string()
      .regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, hyphens and underscores')
      .optional()
      .describe(
        'Requests of your account with the same word go through the same exit of a proxy of the operator, as long as it is there.',
      ),
    user_agent: z
      .string()
      .regex(/^[\x20-\x7e]{1,512}$/, 'must be 1 to 512 printable characters of ASCII')
      .optional()
      .describe(
        'What the site is told to be visited by. What goes with the name (client hints, platform, phone or desktop) follows it in all tiers; what only another browser has does not, so leave it out unless a site asks for it.',
      ),
    accept_language: z
      .string()
      .max(200)
      .superRefine((header, context) => {
        const tags = languageTags(header)
        if (typeof tags === 'string') context.addIssue(tags)
      })
      .optional()
      .describe(
        'Languages of the visitor, the best first, such as `fr-CH, fr;q=0.9, en;q=0.8`: of the header, written as Chrome does, and of the browser. In place of `location.language`.',
      ),
    prefer_markdown: z
      .boolean()
      .optional()
      .describe('Tell the site that Markdown is welcome (`Accept: text/markdown`). Tiers 1 to 3 do.'),
    include_request_headers: z
      .boolean()
      .optional()
      .describe('Give in `request_headers` what the page was asked for with. Default: false.'),
    capture_xhr: z
      .boolean()
      .optional()
      .describe('Give in `captured_xhr` what the page has fetched by itself.'),
    actions: Actions.optional().describe(
      'Steps on the rendered page, one after the other. One that fails ends them.',
    ),
  })
  .describe('How a page is fetched and read, beyond what stands beside its address.')
export type AdvancedOptions = z.infer<typeof AdvancedOptions>

/** Without a rendered page these are a 400 (`scrapeRuleIssues`); what else a browser alone can answer is a hint. */
export const NEEDS_RENDER_JS = [
  'screenshot',
  'generate_pdf',
] as const satisfies readonly (keyof AdvancedOptions)[]
