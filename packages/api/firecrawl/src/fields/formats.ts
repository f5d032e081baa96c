import { LIMITS } from '@gleaner/contracts'
import type { Dialect } from '../dialect.ts'
import { badRequest, notServed } from '../door-error.ts'
import { type Draft, needBrowser, place, placed } from '../translate/draft.ts'
import { isOf } from '../translate/translate.ts'

type Options = Readonly<Record<string, unknown>>

/** A format of a document, and what of ours makes it. */
export interface FormatRow {
  name: string
  in?: readonly Dialect[]
  /** Name in our `formats`. */
  format?: string
  /** The field of the document that holds it, where that is not the name. */
  shows?: string
  set?: (options: Options, draft: Draft) => void
  /** Options that are known and have no effect. */
  idle?: Readonly<Record<string, string>>
  /** It is not made here: what to use. */
  instead?: string
  does: string
}

const NO_MODEL_OF_THE_KIND = 'Ask for `json` with a schema or a prompt of your own.'

export const FORMATS: readonly FormatRow[] = [
  { name: 'markdown', format: 'markdown', does: '`formats: ["markdown"]`' },
  { name: 'html', format: 'html', does: '`formats: ["html"]`' },
  { name: 'content', in: ['v1'], format: 'text', shows: 'content', does: '`formats: ["text"]`' },
  {
    name: 'rawHtml',
    set: (_, draft) => place(draft, 'include_raw_html', true),
    does: '`include_raw_html`',
  },
  { name: 'links', format: 'links', does: '`formats: ["links"]`, their addresses' },
  { name: 'images', format: 'images', does: '`formats: ["images"]`, their addresses' },
  {
    name: 'summary',
    format: 'summary',
    set: (_, draft) => {
      draft.asksModel = true
    },
    does: '`formats: ["summary"]`, by a model of yours (`POST /llm-keys`)',
  },
  { name: 'json', set: setJson, does: '`extraction_schema`, `extraction_prompt`' },
  { name: 'extract', in: ['v1'], set: setJson, does: 'As `json`, with the options of `extract`' },
  {
    name: 'screenshot',
    set: setScreenshot,
    idle: { quality: 'pictures are PNG' },
    does: '`advanced.screenshot`, `advanced.full_page`, `advanced.viewport`; a browser, at its price',
  },
  {
    name: 'screenshot@fullPage',
    shows: 'screenshot',
    set: (_, draft) => setScreenshot({ fullPage: true }, draft),
    does: 'As `screenshot` with `fullPage`',
  },
  {
    name: 'changeTracking',
    format: 'change_tracking',
    set: setChangeTracking,
    idle: { schema: 'pages are compared without a model', prompt: 'pages are compared without a model' },
    does: '`formats: ["change_tracking"]`, `advanced.change_tracking.tag`; `diff.json` is a JSON Patch',
  },
  { name: 'attributes', set: setAttributes, does: 'An inline `template`; not beside `json`' },
  {
    name: 'question',
    in: ['v2'],
    shows: 'answer',
    set: (options, draft) => askModel(text(options, 'question'), draft),
    does: '`extraction_prompt`; not beside another prompt',
  },
  {
    name: 'highlights',
    in: ['v2'],
    set: ({ query }, draft) =>
      askModel(`Quote, word for word, the passages that answer this: ${String(query)}`, draft),
    does: '`extraction_prompt`; not beside another prompt',
  },
  {
    name: 'query',
    in: ['v2'],
    shows: 'answer',
    set: (options, draft) => askModel(text(options, 'prompt'), draft),
    idle: { mode: 'an answer is in the model’s words' },
    does: '`extraction_prompt`; not beside another prompt',
  },
  ...['branding', 'product', 'menu'].map((name) => ({ name, instead: NO_MODEL_OF_THE_KIND, does: '501' })),
  ...['audio', 'video'].map((name) => ({ name, instead: 'Ask for `links`.', does: '501' })),
]

/** Reads `formats`, whose entries are names or objects with a `type`. */
export function setFormats(list: readonly unknown[], draft: Draft): void {
  const formats = new Set<string>()
  for (const [at, entry] of (list.length > 0 ? list : ['markdown']).entries()) {
    const options: Options = typeof entry === 'string' ? { type: entry } : Object(entry)
    const row = FORMATS.find((one) => one.name === options.type && isOf(one, draft.dialect))
    if (!row)
      throw badRequest(
        `formats.${at}: there is no format ${JSON.stringify(options.type) ?? 'without a type'}`,
        ['formats', at],
        'invalid_union',
      )
    if (row.instead !== undefined) throw notServed(`The format ${row.name}`, row.instead)
    for (const [name, why] of Object.entries(row.idle ?? {}))
      if (options[name] !== undefined)
        draft.warnings.push(`formats.${row.name}.${name} has no effect: ${why}.`)
    if (row.format) formats.add(row.format)
    draft.marker.show.push(row.shows ?? row.name)
    row.set?.(options, draft)
  }
  // A page is always read as something.
  place(draft, 'formats', formats.size > 0 ? [...formats] : ['markdown'])
}

/** Options of `json` stand in its object, in v1 beside `formats`. */
function setJson(options: Options, draft: Draft): void {
  const { dialect, given } = draft
  const { schema, prompt, systemPrompt } = (
    dialect === 'v2' ? options : Object(given.jsonOptions ?? given.extract ?? {})
  ) as { schema?: unknown; prompt?: unknown; systemPrompt?: unknown }
  setExtraction({ schema, prompt, systemPrompt }, draft)
}

/** Flowise sends what a person has typed: the schema as text. What is no JSON is refused as it came. */
function schemaOf(schema: unknown): unknown {
  if (typeof schema !== 'string') return schema
  try {
    return JSON.parse(schema)
  } catch {
    return schema
  }
}

export function setExtraction(
  { schema, prompt, systemPrompt }: { schema?: unknown; prompt?: unknown; systemPrompt?: unknown },
  draft: Draft,
): void {
  if (placed(draft, 'template') !== undefined)
    throw badRequest('formats: json and attributes cannot be read at once; ask for them in two requests', [
      'formats',
    ])
  if (schema !== undefined && schema !== null) place(draft, 'extraction_schema', schemaOf(schema))
  else place(draft, 'extraction_profile', 'auto')
  const words = [systemPrompt, prompt].filter((one) => typeof one === 'string' && one.trim() !== '')
  if (words.length > 0) askModel(words.join('\n\n'), draft)
}

function askModel(prompt: string, draft: Draft): void {
  if (placed(draft, 'extraction_prompt') !== undefined)
    throw badRequest(
      'formats: one question of a model is asked of a page; ask for the others in requests of their own',
      ['formats'],
    )
  if (prompt.length > LIMITS.extractionPromptChars)
    throw badRequest(
      `formats: a prompt has at most ${LIMITS.extractionPromptChars} characters`,
      ['formats'],
      'too_big',
    )
  draft.asksModel = true
  place(draft, 'extraction_prompt', prompt)
}

function text(options: Options, name: string): string {
  const value = options[name]
  if (typeof value === 'string' && value.trim() !== '') return value
  throw badRequest(`formats: ${name} must be a string`, ['formats'], 'invalid_type')
}

function setScreenshot({ fullPage, viewport }: Options, draft: Draft): void {
  needBrowser(draft)
  place(draft, 'advanced.screenshot', true)
  place(draft, 'advanced.full_page', fullPage === true)
  const { width, height } = Object(viewport) as { width?: number; height?: number }
  if (viewport !== undefined && viewport !== null)
    place(draft, 'advanced.viewport', { width, height: Math.min(Number(height), LIMITS.viewport.height) })
}

function setChangeTracking(options: Options, draft: Draft): void {
  const { dialect, given } = draft
  const { tag, modes } = (dialect === 'v2' ? options : Object(given.changeTrackingOptions ?? {})) as {
    tag?: unknown
    modes?: unknown[]
  }
  if (typeof tag === 'string') place(draft, 'advanced.change_tracking', { tag })
  if (Array.isArray(modes) && modes.includes('json'))
    draft.warnings.push(
      'changeTracking: the mode json has no effect: whole pages are compared, without a model.',
    )
}

function setAttributes({ selectors }: Options, draft: Draft): void {
  if (placed(draft, 'extraction_schema') ?? placed(draft, 'extraction_profile'))
    throw badRequest('formats: json and attributes cannot be read at once; ask for them in two requests', [
      'formats',
    ])
  if (!Array.isArray(selectors) || selectors.length === 0)
    throw badRequest('formats.attributes: selectors must be a list', ['formats'], 'invalid_type')
  const wanted = selectors.map(readAttribute)
  draft.marker.attributes = wanted
  const fields = wanted.map(({ selector, attribute }, at) => [
    `a${at}`,
    { selector, type: 'attribute', attribute, many: true },
  ])
  place(draft, 'template', { fields: Object.fromEntries(fields) })
}

function readAttribute(entry: unknown): { selector: string; attribute: string } {
  const { selector, attribute } = Object(entry) as { selector?: unknown; attribute?: unknown }
  if (typeof selector === 'string' && typeof attribute === 'string') return { selector, attribute }
  throw badRequest(
    'formats.attributes: each of selectors has a selector and an attribute',
    ['formats'],
    'invalid_type',
  )
}
