import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow'
import type { Option } from '../shared/options.ts'

/** Fields that several operations have. */
export const URL: INodeProperties = {
  displayName: 'URL',
  name: 'url',
  type: 'string',
  required: true,
  default: '',
  placeholder: 'https://example.com/',
  description: 'The page, with its scheme',
}

export const SIMPLIFY: INodeProperties = {
  displayName: 'Simplify',
  name: 'simplify',
  type: 'boolean',
  default: true,
  description: 'Whether to return a simplified version of the response instead of the raw data',
}

export const WAIT: INodeProperties = {
  displayName: 'Wait for Results',
  name: 'wait',
  type: 'boolean',
  default: true,
  description:
    'Whether the node waits for the end, and gives an item for each page. Otherwise it gives the ID.',
}

export const WAIT_AT_MOST: INodeProperties = {
  displayName: 'Wait at Most',
  name: 'waitAtMost',
  type: 'number',
  typeOptions: { minValue: 1 },
  default: 600,
  description: 'Seconds to wait. What takes longer goes on, and is read later by its ID.',
}

export const ONLY_SUCCESSES: INodeProperties = {
  displayName: 'Leave Out Failures',
  name: 'onlySuccesses',
  type: 'boolean',
  default: false,
  description: 'Whether pages that could not be scraped are left out. Otherwise their items hold the error.',
}

export function idField(displayName: string, name: string, description: string): INodeProperties {
  return { displayName, name, type: 'string', required: true, default: '', description }
}

export function optionsField(options: readonly Option[]): INodeProperties {
  return {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add Option',
    default: {},
    options: options.map(({ property }) => property),
  }
}

/** A field of its own, that is shown only when `name` has this value. */
export function shownIf(name: string, value: boolean | string, field: INodeProperties): INodeProperties {
  return { ...field, displayOptions: { show: { [name]: [value] } } }
}

export function text(context: IExecuteFunctions, itemIndex: number, name: string): string {
  return String(context.getNodeParameter(name, itemIndex, '')).trim()
}

export function number(context: IExecuteFunctions, itemIndex: number, name: string): number {
  return Number(context.getNodeParameter(name, itemIndex))
}

export function flag(context: IExecuteFunctions, itemIndex: number, name: string): boolean {
  return context.getNodeParameter(name, itemIndex, false) === true
}

/** A page without what few workflows need: its content by format, its fields, and what it has cost. */
export function simplifyPage(result: IDataObject): IDataObject {
  const { content, billing, metadata } = result as {
    content?: unknown
    billing?: IDataObject
    metadata?: IDataObject
  }
  const formats = typeof content === 'string' ? { markdown: content } : (content as IDataObject | undefined)
  const kept = KEPT.filter((name) => result[name] !== undefined && result[name] !== null)
  return {
    url: result.final_url ?? result.url,
    title: result.title,
    ...(metadata?.description ? { description: metadata.description } : {}),
    ...formats,
    ...Object.fromEntries(kept.map((name) => [name, result[name]])),
    ...(billing && { credits: billing.total_credits, tier: billing.tier_used }),
  }
}

const KEPT = [
  'filtered_content',
  'extraction_result',
  'screenshot_url',
  'pdf_url',
  'document_url',
  'raw_html',
  'status_code',
  'cached',
  'warnings',
  'job_id',
] as const
