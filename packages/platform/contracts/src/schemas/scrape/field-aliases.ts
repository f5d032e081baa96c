import { z } from 'zod'
import { LIMITS } from '../../limits.ts'
import { Cookies } from '../cookies.ts'
import { CountryCode } from '../primitives.ts'
import { CostFields } from './cost-controls.ts'
import { AdvancedOptions } from './options.ts'

/** A field that published clients send at the top level, and the place where it belongs. */
interface Alias {
  place: `${'advanced' | 'cost_controls' | 'location'}.${string}`
  /** As the value at its place once it is read. */
  schema: z.ZodType
  /** What clients send who ask for nothing: another value, here or at its place, goes before it. */
  saysNothing?: unknown
  /** Another value at its place goes before it, and a warning says so. */
  yields?: true
  /** Only a browser can answer it, and these clients expect that one is started for it. */
  needsBrowser?: true
}

const { shape: advanced } = AdvancedOptions
const { shape: costs } = CostFields

/** As Tesseract writes it: `eng`, `deu+fra`. */
const OcrLanguage = z
  .string()
  .regex(
    /^[a-z]{3}(_[a-z]+)?(\+[a-z]{3}(_[a-z]+)?){0,4}$/i,
    'must be a language such as "eng", or several: "eng+deu"',
  )
  .transform((text) => text.split('+'))

/** Cookies by name, or the text of a `Cookie` header. */
const CookiesOrHeader = z.union([
  Cookies,
  z
    .string()
    .max(64 * 1024)
    .refine(
      (text) => text.includes('='),
      'must be the text of a Cookie header, such as "sid=7f9c2b; lang=en"',
    )
    .transform(readCookieHeader)
    .pipe(Cookies),
])

/** Kinds of resources that are not to be loaded; of use are images alone. */
const BlockResources = z
  .array(z.string().max(100))
  .max(50)
  .transform((kinds) => kinds.some((kind) => /^images?$/i.test(kind)))

const Pause = z.number().int().min(0).max(LIMITS.waitForMs.max)

export const ALIASES = {
  render_js: { place: 'advanced.render_js', schema: advanced.render_js },
  screenshot: {
    place: 'advanced.screenshot',
    schema: advanced.screenshot,
    saysNothing: false,
    needsBrowser: true,
  },
  generate_pdf: {
    place: 'advanced.generate_pdf',
    schema: advanced.generate_pdf,
    saysNothing: false,
    needsBrowser: true,
  },
  include_selectors: { place: 'advanced.include_selectors', schema: advanced.include_selectors },
  exclude_selectors: { place: 'advanced.exclude_selectors', schema: advanced.exclude_selectors },
  markdown: { place: 'advanced.markdown', schema: advanced.markdown },
  wait_for: { place: 'advanced.wait_for', schema: advanced.wait_for, needsBrowser: true },
  wait_for_selector: { place: 'advanced.wait_for', schema: advanced.wait_for, needsBrowser: true },
  wait_time: { place: 'advanced.wait_for', schema: Pause, needsBrowser: true, yields: true },
  wait_until: {
    place: 'advanced.wait_condition',
    schema: advanced.wait_condition,
    saysNothing: 'networkidle',
  },
  wait_condition: {
    place: 'advanced.wait_condition',
    schema: advanced.wait_condition,
    saysNothing: 'networkidle',
  },
  enable_scroll: { place: 'advanced.scroll_to_load', schema: advanced.scroll_to_load },
  viewport: { place: 'advanced.viewport', schema: advanced.viewport, needsBrowser: true },
  full_page: { place: 'advanced.full_page', schema: advanced.full_page },
  follow_redirects: { place: 'advanced.follow_redirects', schema: advanced.follow_redirects },
  proxy_session: { place: 'advanced.proxy_session', schema: advanced.proxy_session },
  user_agent: { place: 'advanced.user_agent', schema: advanced.user_agent },
  accept_language: { place: 'advanced.accept_language', schema: advanced.accept_language },
  prefer_markdown: { place: 'advanced.prefer_markdown', schema: advanced.prefer_markdown },
  mobile: { place: 'advanced.mobile', schema: advanced.mobile, needsBrowser: true },
  block_resources: { place: 'advanced.block_images', schema: BlockResources },
  ocr_language: { place: 'advanced.ocr_languages', schema: OcrLanguage },
  use_proxy: { place: 'advanced.use_proxy', schema: advanced.use_proxy },
  use_own_proxy: { place: 'advanced.use_own_proxy', schema: advanced.use_own_proxy },
  proxy_country: { place: 'advanced.proxy_country', schema: advanced.proxy_country },
  cookies: { place: 'advanced.cookies', schema: CookiesOrHeader },
  headers: { place: 'advanced.session_headers', schema: advanced.session_headers },
  country: { place: 'location.country', schema: CountryCode },
  max_credits: { place: 'cost_controls.max_credits', schema: costs.max_credits },
  max_cost: { place: 'cost_controls.max_cost', schema: costs.max_cost },
  max_tier: { place: 'cost_controls.max_tier', schema: costs.max_tier },
  force_tier: { place: 'cost_controls.force_tier', schema: costs.force_tier },
  tier: { place: 'cost_controls.force_tier', schema: costs.force_tier },
  prefer_cost: { place: 'cost_controls.prefer_cost', schema: costs.prefer_cost },
  prefer_speed: { place: 'cost_controls.prefer_speed', schema: costs.prefer_speed },
  fail_fast: { place: 'cost_controls.fail_fast', schema: costs.fail_fast },
  time_budget: { place: 'cost_controls.time_budget', schema: costs.time_budget },
} satisfies Record<string, Alias>

type AliasName = keyof typeof ALIASES
const ENTRIES = Object.entries(ALIASES) as [AliasName, Alias][]

/** Each alias as a field of a request. */
export const ALIAS_FIELDS = Object.fromEntries(
  ENTRIES.map(([name, { place, schema }]) => [
    name,
    schema.optional().meta({ description: `The same as ${place}.`, deprecated: true }),
  ]),
) as { [Name in AliasName]: z.ZodOptional<(typeof ALIASES)[Name]['schema']> }

/** What aliases leave behind when they are put at their places: the names of those that a browser is started for, and of those that yield. */
export interface Placed {
  wants_browser?: string[]
  yielded?: { name: string; to: string }[]
}

type Groups = { [Group in 'advanced' | 'cost_controls' | 'location']?: Record<string, unknown> | undefined }

/** Puts aliases at their places. One whose value differs from the one at its place is an issue that names both. */
export function placeAliases<Given extends { [Name in AliasName]?: unknown } & Groups>(
  given: Given,
  context: z.RefinementCtx,
): Omit<Given, AliasName> & Placed {
  const placed: Record<string, unknown> & Groups = { ...given }
  const wantsBrowser: string[] = []
  const yielded: Placed['yielded'] = []
  const setBy = new Map<string, string>()
  for (const [name, { place, saysNothing, needsBrowser, yields }] of ENTRIES) {
    const value = given[name]
    delete placed[name]
    if (value === undefined) continue
    const [group, field] = place.split('.') as [keyof Groups, string]
    const there = placed[group]?.[field]
    if (yields && there !== undefined && !isSame(there, value)) {
      yielded.push({ name, to: setBy.get(place) ?? place })
      continue
    }
    if (needsBrowser && value !== false) wantsBrowser.push(name)
    if (there !== undefined && value === saysNothing) continue
    if (there !== undefined && there !== saysNothing && !isSame(there, value)) {
      const message = `and ${setBy.get(place) ?? place} are the same field, with different values; send one of them`
      context.addIssue({ code: 'custom', path: [name], message })
      continue
    }
    setBy.set(place, name)
    placed[group] = { ...placed[group], [field]: value }
  }
  if (wantsBrowser.length > 0) placed.wants_browser = wantsBrowser
  if (yielded.length > 0) placed.yielded = yielded
  return placed as unknown as Omit<Given, AliasName> & Placed
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** RFC 6265 section 4.2.1. A part without `=` has no name and is left out, as browsers send none. */
function readCookieHeader(header: string): Record<string, string> {
  const pairs = header.replace(/^cookie:/i, '').split(';')
  return Object.fromEntries(
    pairs.flatMap((pair) => {
      const at = pair.indexOf('=')
      return at > 0 ? [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]] : []
    }),
  )
}
