import { z } from 'zod'
import { BROWSER_TIERS, tierRank } from '../../tier.ts'
import { LABEL_FIELDS, type SentLabels } from '../labels.ts'
import { InlineTemplate, TemplateFields, type TemplateSelectors } from '../templates.ts'
import { EXTRACTION_PROFILES, isProfile, schemaOfProfile } from './extraction-profiles.ts'
import { ALIAS_FIELDS, type Placed, placeAliases } from './field-aliases.ts'
import { ScrapeFields } from './fields.ts'
import { NEEDS_RENDER_JS } from './options.ts'
import { dropWithoutEffect, FIELDS_WITHOUT_EFFECT } from './without-effect.ts'

/** Fields whose meaning depends on others. */
export const DEPENDENT_FIELDS = {
  extraction_profile: z
    .enum(EXTRACTION_PROFILES)
    .optional()
    .describe(
      'A ready-made extraction schema; `auto` takes the one that fits the page, and `metadata.extraction_profile` names it. An `extraction_schema` that is sent goes first.',
    ),
  template: z
    .union([z.string().trim().min(1).max(100), InlineTemplate])
    .optional()
    .describe(
      'A template of yours by its name or id, or a standard one, named like an `extraction_profile`, or selectors that are stored nowhere: `{"fields": {"price": ".price"}}`. `filtered_content` holds what its selectors find, and `metadata.template` names it.',
    ),
  extract_rules: TemplateFields.optional().meta({
    description: 'The fields of a template that is stored nowhere, as published clients send them.',
    deprecated: true,
  }),
  pdf_format: z
    .enum(['markdown', 'text'])
    .optional()
    .describe('With mode `pdf`: the format, where `formats` names none.'),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[a-z]{2})?$/i, 'must be a language such as "de", with mode "ocr" such as "deu"')
    .optional()
    .meta({
      description: 'With mode "ocr" the same as advanced.ocr_languages, else as location.language.',
      deprecated: true,
    }),
}

/** What a request may hold beside the fields of a scrape, for clients that were written for other servers of this interface. */
export const LENIENT_FIELDS = { ...DEPENDENT_FIELDS, ...ALIAS_FIELDS, ...FIELDS_WITHOUT_EFFECT }

type Dependent = z.output<z.ZodObject<typeof DEPENDENT_FIELDS>>
type WithoutEffect = z.output<z.ZodObject<typeof FIELDS_WITHOUT_EFFECT>>

/** A scrape whose aliases were put at their places: what is left to settle needs all fields, those of a batch among them. */
export type PlacedScrape = ScrapeFields & Placed & Dependent & WithoutEffect & SentLabels

/**
 * A scrape as it is carried out. `warnings`: what its reply has to say of what was sent. `flat_reply`: the reply has the formats beside
 * each other too, for a client that reads them there.
 */
export type ScrapeRequest = ScrapeFields &
  SentLabels & {
    warnings?: string[]
    flat_reply?: true
    /** The extraction schema is that of the profile that fits the page. */
    auto_profile?: true
    /** Name or id of a template of the caller's own, before it is looked up. */
    template?: string
    /** The template as it was when the request was accepted. */
    selectors?: TemplateSelectors & { name: string }
    /** Asked for by POST /parse, and priced as that. */
    parse?: true
    /** Asked for by POST /extract, and priced as that. */
    extract?: true
    /** What its reply says of the request: the ready-made schema's name, and how long `content` was, which is not kept. */
    extraction?: { profile: string; contentChars: number | undefined }
    /** The page is not fetched: its caller has sent it, in `body`, or it is in the archive, or a monitor has kept it. */
    supplied?: Supplied
  }

/** A page that nothing is fetched for. */
export type Supplied = SentPage | SentFile | KeptPage | KeptVersion

/** One that a caller has sent. */
export interface SentPage {
  type: 'html' | 'text' | 'markdown' | 'pdf'
  /** Where it is from, if that was said: links are resolved by it, nothing is asked of it. */
  source_url?: string | undefined
}

/** The same of any type, read by its bytes, its declared type and its name as one that was fetched. */
export interface SentFile {
  type: 'file'
  /** How `body` holds it. */
  encoding: 'text' | 'base64'
  content_type?: string | undefined
  filename?: string | undefined
  source_url?: string | undefined
}

/** One that was fetched for an earlier job, and is in the account's archive. */
export interface KeptPage {
  type: 'archived'
  job_id: string
}

/** One that a monitor of the account has kept: a version of a page. */
export interface KeptVersion {
  type: 'version'
  monitor_id: string
  snapshot_id: string
  /** When it was fetched. */
  taken_at: string
  /** How many were found when it was asked for. */
  total: number
}

/** Body of POST /scrape. */
export const ScrapeRequest = z
  .strictObject({ ...ScrapeFields.shape, ...LABEL_FIELDS, ...LENIENT_FIELDS })
  .transform((given, context) => settleScrape(placeAliases(given, context)))
  .describe('A page, and how it is fetched, read and paid for.')
export type ScrapeRequestInput = z.input<typeof ScrapeRequest>

/** Gives fields that depend on others their meaning. */
export function settleScrape(placed: PlacedScrape): ScrapeRequest {
  const { rest, warnings } = dropWithoutEffect(placed)
  const { wants_browser, yielded = [], template, extract_rules, pdf_format, language, ...others } = rest
  const named = typeof template === 'string' ? template : undefined
  const profileOfName = isProfile(named) ? named : undefined
  const { extraction_profile = profileOfName, ...fields } = others
  const request: ScrapeFields & SentLabels = { ...fields }
  for (const { name, to } of yielded)
    warnings.push(`${name} has no effect beside ${to}, which is waited for.`)
  if (wants_browser?.length) startBrowser(request, wants_browser, warnings)
  const { time_budget, max_tier, force_tier } = request.cost_controls
  if (time_budget !== undefined)
    request.timeout = Math.min(Math.floor(time_budget), request.timeout ?? Number.POSITIVE_INFINITY)
  if (max_tier === '3.5' && force_tier !== '3.5')
    request.cost_controls = { ...request.cost_controls, max_tier: '3' }
  const profile = extraction_profile && schemaOfProfile(extraction_profile)
  if (profile) request.extraction_schema ??= profile
  if (!request.extraction_prompt && !request.formats?.includes('summary'))
    for (const name of ['extraction_model', 'extraction_provider'] as const)
      if (request[name] !== undefined) {
        delete request[name]
        warnings.push(
          `${name} has no effect without extraction_prompt or the format summary: no model is asked.`,
        )
      }
  if (pdf_format === 'text' && request.mode === 'pdf') request.formats ??= ['text']
  const isAuto = extraction_profile === 'auto' && !request.extraction_schema
  if (language !== undefined) setLanguage(request, language, warnings)
  const auto = isAuto ? { extraction_profile } : undefined
  const rules = withoutRival(extract_rules, { ...request, template, ...auto }, warnings)
  return {
    ...request,
    ...(isAuto && { auto_profile: true }),
    ...(named !== undefined && !profileOfName && { template: named }),
    ...(typeof template === 'object' && { selectors: template }),
    ...(rules && { selectors: { name: 'extract_rules', fields: rules } }),
    ...(warnings.length > 0 && { warnings }),
  }
}

/** Rules fill the fields that a schema, a profile or a template would. */
function withoutRival(
  rules: z.output<typeof TemplateFields> | undefined,
  given: { extraction_schema?: unknown; template?: unknown; extraction_profile?: unknown },
  warnings: string[],
): z.output<typeof TemplateFields> | undefined {
  const rival = (['template', 'extraction_schema', 'extraction_profile'] as const).find(
    (name) => given[name] !== undefined,
  )
  if (!rules || rival === undefined) return rules
  warnings.push(`extract_rules has no effect beside ${rival}.`)
  return undefined
}

function startBrowser(request: ScrapeFields, names: readonly string[], warnings: string[]): void {
  const { mode, advanced, cost_controls } = request
  if (mode === 'js' || advanced.render_js) return
  const barrier = barrierOf(request)
  if (barrier === undefined) {
    const { force_tier } = cost_controls
    const isForced = force_tier !== undefined && !NEEDS_RENDER_JS.some((name) => advanced[name])
    if (!isForced) request.advanced = { ...advanced, render_js: true }
    return
  }
  const { wait_for: _, mobile: __, ...rest } = advanced
  request.advanced = rest
  for (const name of names.filter((name) => !(NEEDS_RENDER_JS as readonly string[]).includes(name)))
    warnings.push(`${name} has no effect: ${barrier} allows no browser.`)
}

/** What of a request keeps browsers away. */
function barrierOf({ mode, cost_controls }: ScrapeFields): string | undefined {
  const { force_tier, max_tier, fail_fast } = cost_controls
  if (mode !== 'auto' && mode !== 'js') return `mode "${mode}"`
  if (force_tier)
    return BROWSER_TIERS.has(force_tier) ? undefined : `cost_controls.force_tier "${force_tier}"`
  if (max_tier && tierRank(max_tier) < 4) return `cost_controls.max_tier "${max_tier}"`
  return fail_fast ? 'cost_controls.fail_fast' : undefined
}

function setLanguage(request: ScrapeFields, language: string, warnings: string[]): void {
  const isOcr = request.mode === 'ocr'
  if (isOcr !== language.length > 2 && !language.includes('-'))
    warnings.push(
      `language "${language}" has no effect: with mode "ocr" it is one of Tesseract's such as "deu", else one of ISO 639-1 such as "de".`,
    )
  else if (isOcr) request.advanced = { ocr_languages: [language], ...request.advanced }
  else request.location = { language, ...request.location }
}
