import type { Schemas } from '@gleaner/sdk'

type Body = Schemas['ScrapeRequest']

/** What a person has chosen in the playground. It stands in the address, so that a link says the same. */
export interface Choices {
  url: string
  formats: readonly string[]
  maxTier: string
  renderJs: boolean
  waitFor: string
  screenshot: boolean
  country: string
  schema: string
  session: string
}

export const NO_CHOICES: Choices = {
  url: '',
  formats: ['markdown'],
  maxTier: '',
  renderJs: false,
  waitFor: '',
  screenshot: false,
  country: '',
  schema: '',
  session: '',
}

/** Offered as boxes; the API has more. */
export const OFFERED_FORMATS = [
  'markdown',
  'text',
  'html',
  'json',
  'json_v2',
  'rag',
  'links',
  'images',
  'tables',
] as const

export const MAX_TIERS = ['1', '2', '3', '4', '5'] as const

/** An address as people type it: without a scheme it is https. */
export const withScheme = (typed: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`

/** The fields to extract, or undefined when what was written is no object of JSON. */
export function parseSchema(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** The request as the API takes it: what was not chosen is not in it. */
export function toBody(choices: Choices): Body {
  const { url, formats, maxTier, renderJs, waitFor, screenshot, country, schema, session } = choices
  const advanced = {
    ...(renderJs && { render_js: true }),
    ...(waitFor && { wait_for: /^\d+$/.test(waitFor) ? Number(waitFor) : waitFor }),
    ...(screenshot && { screenshot: true }),
  }
  const fields = schema.trim() === '' ? undefined : parseSchema(schema)
  return {
    url: withScheme(url),
    formats: [...formats],
    ...(Object.keys(advanced).length > 0 && { advanced }),
    ...(maxTier && { cost_controls: { max_tier: maxTier } }),
    ...(country && { location: { country: country.toUpperCase() } }),
    ...(fields && { extraction_schema: fields }),
    ...(session && { session_id: session }),
  } as Body
}

export function toSearch(choices: Choices): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(choices) as [keyof Choices, Choices[keyof Choices]][]) {
    const text = Array.isArray(value) ? value.join() : String(value)
    const usual = NO_CHOICES[name]
    if (text !== (Array.isArray(usual) ? usual.join() : String(usual))) search.set(name, text)
  }
  return search.toString()
}

export function fromSearch(search: URLSearchParams): Choices {
  const text = (name: string) => search.get(name) ?? ''
  const formats = text('formats').split(',').filter(Boolean)
  return {
    url: text('url'),
    formats: formats.length > 0 ? formats : NO_CHOICES.formats,
    maxTier: text('maxTier'),
    renderJs: text('renderJs') === 'true',
    waitFor: text('waitFor'),
    screenshot: text('screenshot') === 'true',
    country: text('country'),
    schema: text('schema'),
    session: text('session'),
  }
}
