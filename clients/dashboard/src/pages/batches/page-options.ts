import type { ApiFormat } from '../../api/choices.ts'

/** What holds for every page of a batch or crawl, as a person chooses it. */
export interface PageOptions {
  formats: readonly string[]
  maxTier: string
  renderJs: boolean
  country: string
  externalId: string
  webhook: string
}

export const USUAL_OPTIONS: PageOptions = {
  formats: ['markdown'],
  maxTier: '',
  renderJs: false,
  country: '',
  externalId: '',
  webhook: '',
}

/** Offered as boxes; the API has more. */
export const OFFERED_FORMATS = [
  'markdown',
  'text',
  'html',
  'raw',
  'json',
  'json_v2',
  'rag',
  'links',
  'images',
  'tables',
] as const satisfies readonly ApiFormat[]

/** As the API takes what is asked of a page: what was not chosen is not in it. */
export function toPageFields({ formats, maxTier, renderJs, country }: PageOptions): Record<string, unknown> {
  return {
    formats: [...formats],
    ...(renderJs && { advanced: { render_js: true } }),
    ...(maxTier && { cost_controls: { max_tier: maxTier } }),
    ...(country.trim() && { location: { country: country.trim().toUpperCase() } }),
  }
}

/** The same with what is of the work as a whole. */
export function toFields(options: PageOptions): Record<string, unknown> {
  const { externalId, webhook } = options
  return {
    ...toPageFields(options),
    ...(externalId.trim() && { external_id: externalId.trim() }),
    ...(webhook.trim() && { webhook_url: webhook.trim() }),
  }
}
