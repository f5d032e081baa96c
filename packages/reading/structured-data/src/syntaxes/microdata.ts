import {
  childElements,
  type Element,
  findAll,
  resolveUrl,
  type TextBudget,
  visibleTextWithin,
} from '@gleaner/markup'
import type { PageIndex } from '../page-index/page-index.ts'

/** An item of the microdata model. */
export interface MicrodataItem {
  type: string[]
  id?: string
  properties: Record<string, MicrodataValue[]>
}

/** What a form field asks for: schema.org's `-input` annotation of an action. */
export interface InputValue {
  valueName?: string
  valueRequired?: true
}

export type MicrodataValue = string | MicrodataItem | InputValue

/** Attribute that holds the value of a property, by element (HTML standard, "values"). */
const VALUE_ATTRIBUTES: Record<string, string> = {
  meta: 'content',
  audio: 'src',
  embed: 'src',
  iframe: 'src',
  img: 'src',
  source: 'src',
  track: 'src',
  video: 'src',
  a: 'href',
  area: 'href',
  link: 'href',
  object: 'data',
  data: 'value',
  meter: 'value',
  time: 'datetime',
}
const LAZY_SOURCES = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy']
const MAX_DEPTH = 20
const MAX_VISITS = 50_000
/** Characters and nodes of all values together: properties within properties repeat each other's text. */
const TEXT_BUDGET = 5_000_000

/** The top-level microdata items of a page. Addresses are made absolute when `baseUrl` is given. */
export function readMicrodata(index: PageIndex, baseUrl?: string): MicrodataItem[] {
  if (index.items.length === 0) return []
  const reader: Reader = {
    ids: index.hasItemref ? collectIds(index) : new Map(),
    baseUrl,
    visits: 0,
    text: { left: TEXT_BUDGET },
  }
  return index.items
    .filter((element) => element.attrs.itemprop === undefined)
    .map((element) => readItem(reader, element, new Set()))
}

interface Reader {
  ids: Map<string, Element>
  baseUrl: string | undefined
  visits: number
  text: TextBudget
}

function collectIds({ body }: PageIndex): Map<string, Element> {
  const ids = new Map<string, Element>()
  if (!body) return ids
  for (const element of findAll(body, ({ attrs }) => attrs.id !== undefined)) {
    if (!ids.has(element.attrs.id!)) ids.set(element.attrs.id!, element)
  }
  return ids
}

function readItem(reader: Reader, element: Element, above: Set<Element>): MicrodataItem {
  const { attrs } = element
  const item: MicrodataItem = { type: words(attrs.itemtype), properties: Object.create(null) }
  if (attrs.itemid) item.id = absolute(reader, attrs.itemid)
  if (above.size >= MAX_DEPTH) return item
  above.add(element)
  for (const property of propertiesOf(reader, element)) {
    const value =
      property.attrs.itemscope === undefined
        ? propertyValue(reader, property)
        : nested(reader, property, above)
    if (value === undefined) continue
    for (const name of new Set(words(property.attrs.itemprop))) {
      item.properties[name] ??= []
      item.properties[name].push(value)
    }
  }
  above.delete(element)
  return item
}

function nested(reader: Reader, element: Element, above: Set<Element>): MicrodataItem | undefined {
  return above.has(element) ? undefined : readItem(reader, element, above)
}

function words(list: string | undefined): string[] {
  return list?.split(/\s+/).filter(Boolean) ?? []
}

/** The property elements of an item in document order: its descendants up to nested items, and those that `itemref` names. */
function propertiesOf(reader: Reader, root: Element): Element[] {
  const found: Element[] = []
  const referred = words(root.attrs.itemref).flatMap((id) => reader.ids.get(id) ?? [])
  const pending: Element[] = [...childElements(root), ...referred].reverse()
  const seen = new Set<Element>([root])
  for (let element = pending.pop(); element; element = pending.pop()) {
    if (seen.has(element) || ++reader.visits > MAX_VISITS) continue
    seen.add(element)
    if (element.attrs.itemprop !== undefined) found.push(element)
    if (element.attrs.itemscope !== undefined) continue
    for (const child of childElements(element).reverse()) pending.push(child)
  }
  return found
}

function propertyValue(reader: Reader, element: Element): string | InputValue {
  const { attrs, tag } = element
  if (attrs.content !== undefined) return attrs.content.trim()
  if (tag === 'input') return inputValue(attrs)
  const name = VALUE_ATTRIBUTES[tag]
  const declared = name && attrs[name]?.trim()
  if (tag === 'time' || tag === 'data' || tag === 'meter')
    return declared || visibleTextWithin(element, reader.text)
  if (name === undefined) return visibleTextWithin(element, reader.text)
  if (name === 'content') return ''
  const lazy =
    tag === 'img' && (!declared || declared.startsWith('data:'))
      ? LAZY_SOURCES.map((key) => attrs[key]).find(Boolean)
      : undefined
  const address = lazy ?? declared
  return address ? absolute(reader, address) : visibleTextWithin(element, reader.text)
}

function inputValue({ name, required, value, itemprop }: Record<string, string>): string | InputValue {
  if (!itemprop?.endsWith('-input')) return value ?? ''
  return {
    ...(name ? { valueName: name } : {}),
    ...(required === undefined ? {} : { valueRequired: true as const }),
  }
}

function absolute({ baseUrl }: Reader, address: string): string {
  return baseUrl === undefined ? address : (resolveUrl(baseUrl, address) ?? address)
}
