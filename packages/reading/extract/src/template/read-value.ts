import type { TemplateFieldRule } from '@gleaner/contracts'
import { type Document, type Element, resolveUrl, serialize, visibleTextWithin } from '@gleaner/markup'
import { parseDate, parseNumber, parsePrice } from '@gleaner/values'

export interface TemplatePage {
  document: Document
  /** Address that relative addresses resolve against. */
  base: string
  language: string | undefined
}

/** Longest value, in characters. */
const MOST_CHARS = 50_000

type Read = (written: string, element: Element, page: TemplatePage) => unknown

/** How a text, or an attribute, is read as each type. */
const READERS: Readonly<Record<TemplateFieldRule['type'], Read>> = {
  text: (written) => written,
  attribute: (written) => written,
  html: (written) => written,
  number: (written) => parsePrice(written)?.amount ?? parseNumber(written),
  date: (written, { attrs }, { language }) => parseDate(attrs.datetime ?? written, { language }),
  url: (written, _, { base }) => {
    const url = resolveUrl(base, written)
    return url && /^https?:/.test(url) ? url : undefined
  },
}

/** Attributes that hold an element's address. */
const ADDRESSES = ['href', 'src', 'data-src', 'content'] as const

/** What an element says, as a field's rule wants it; undefined when it says nothing of that type. */
export function readValue(element: Element, rule: TemplateFieldRule, page: TemplatePage): unknown {
  const written = writtenValue(element, rule)?.slice(0, MOST_CHARS)
  return written ? READERS[rule.type](written, element, page) : undefined
}

function writtenValue(element: Element, { type, attribute }: TemplateFieldRule): string | undefined {
  const { attrs } = element
  if (attribute !== undefined) return attrs[attribute]?.trim()
  if (type === 'url') return ADDRESSES.map((name) => attrs[name]?.trim()).find((value) => value)
  if (type === 'html')
    return element.children
      .map((child) => serialize(child))
      .join('')
      .trim()
  return visibleTextWithin(element, { left: MOST_CHARS }) || attrs.content?.trim()
}
