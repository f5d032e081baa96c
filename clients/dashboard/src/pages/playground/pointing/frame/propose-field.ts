import type { FieldType, PointedField } from '../template.ts'
import { makeSelector } from './make-selector.ts'
import {
  attributeOf,
  beforeOf,
  childrenOf,
  classesOf,
  documentOf,
  idOf,
  parentOf,
  tagOf,
  textOf,
} from './safe-dom.ts'
import { isStable, isStableClass } from './stable-names.ts'

/** The field that an element of a page stands for. */
export function fieldOf(element: Element): PointedField {
  const { type, attribute } = typeOf(element)
  return {
    name: nameOf(element),
    selector: makeSelector(element, documentOf(element)),
    type,
    ...(attribute && { attribute }),
  }
}

/** A number with what stands around one: a currency, a unit, a per cent. */
const NUMBER = /^[^\d]{0,5}-?\d[\d.,\s'’\u00a0]*[^\d]{0,8}$/
const DATE =
  /^\d{4}-\d{2}-\d{2}|^\d{1,2}\.? \p{L}{3,9}\.? \d{4}$|^\p{L}{3,9} \d{1,2}, \d{4}$|^\d{1,2}[./]\d{1,2}[./]\d{4}$/u

const BY_TAG: Readonly<Record<string, { type: FieldType; attribute?: string }>> = {
  img: { type: 'url' },
  source: { type: 'url' },
  video: { type: 'url' },
  iframe: { type: 'url' },
  time: { type: 'date' },
  input: { type: 'attribute', attribute: 'value' },
}

/** What its value is read as. */
export function typeOf(element: Element): { type: FieldType; attribute?: string } {
  const known = BY_TAG[tagOf(element)]
  if (known) return known
  const text = textOf(element, 100)
  if (DATE.test(text)) return { type: 'date' }
  return { type: NUMBER.test(text) ? 'number' : 'text' }
}

const NAME_BY_TAG: Readonly<Record<string, string>> = {
  h1: 'title',
  h2: 'heading',
  h3: 'heading',
  img: 'image',
  time: 'date',
  a: 'link',
  p: 'text',
  address: 'address',
  figcaption: 'caption',
}

/** What a person would call it: by what it is called for programs, by its label, by its name, by what it is. */
export function nameOf(element: Element): string {
  const candidates = [
    attributeOf(element, 'itemprop'),
    attributeOf(element, 'data-field'),
    labelOf(element),
    attributeOf(element, 'data-testid'),
    ...classesOf(element).filter(isStableClass).map(lastWords),
    isStable(idOf(element)) ? idOf(element) : null,
    attributeOf(element, 'aria-label'),
    NAME_BY_TAG[tagOf(element)],
    // What holds nothing but this: `<td class="price"><b>…`.
    ...aloneIn(element),
  ]
  return candidates.map((name) => slug(name ?? '')).find((name) => name !== '') ?? 'field'
}

/** Of `product-card__price` what follows the block. */
const lastWords = (name: string) => name.split('__').at(-1)!.split('--')[0]!

function aloneIn(element: Element): string[] {
  const parent = parentOf(element)
  if (!parent || childrenOf(parent).length > 1) return []
  return classesOf(parent).filter(isStableClass).map(lastWords)
}

/** A label is short, and no value itself. */
const LABEL_CHARS = 40

/** What stands before a value and names it: a term, the head of a row, a label. */
function labelOf(element: Element): string | undefined {
  const tag = tagOf(element)
  const before = beforeOf(element)
  const row = tag === 'td' ? parentOf(element) : undefined
  const head = row ? childrenOf(row).find((cell) => tagOf(cell) === 'th') : undefined
  const isNamed = classesOf(element).some(isStableClass)
  for (const candidate of [head, before]) {
    if (!candidate || candidate === element) continue
    const text = textOf(candidate, LABEL_CHARS + 1)
    const names = ['dt', 'th', 'label'].includes(tagOf(candidate)) || /:$/.test(text) || !isNamed
    if (names && isLeaf(candidate) && text && text.length <= LABEL_CHARS && !/\d/.test(text)) return text
  }
  return undefined
}

const isLeaf = (element: Element) =>
  childrenOf(element).length <= 1 && !/^h[1-3]$|^p$|^img$|^a$/.test(tagOf(element))

/** A name as programs write it. */
function slug(text: string): string {
  return text
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 40)
}
