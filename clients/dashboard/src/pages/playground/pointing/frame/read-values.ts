import type { Values } from '../messages.ts'
import type { PointedField, Template } from '../template.ts'
import { all, attributeOf, textOf } from './safe-dom.ts'

/** Rows of a list that are shown while one points. */
const SHOWN_ROWS = 5

/** What a template finds here and now. The service, which reads the page once more, has the last word. */
export function valuesOf({ fields, list }: Template, document: Document, base: string): Values {
  const items = list ? all(document, list.selector) : []
  return {
    fields: fields.map((field) => {
      const found = field.selector === undefined ? [] : all(document, field.selector)
      return { matches: found.length, value: found[0] ? sayingOf(found[0], field, base) : '' }
    }),
    ...(list && {
      list: {
        items: items.length,
        rows: items.slice(0, SHOWN_ROWS).map((item) =>
          list.fields.map((field) => {
            const element = field.selector === undefined ? item : all(item, field.selector)[0]
            return element ? sayingOf(element, field, base) : ''
          }),
        ),
      },
    }),
  }
}

const ADDRESSES = ['href', 'src', 'data-src', 'content']

function sayingOf(element: Element, { type, attribute }: PointedField, base: string): string {
  if (attribute) return attributeOf(element, attribute)?.trim() ?? ''
  if (type === 'url') {
    const written = ADDRESSES.map((name) => attributeOf(element, name)).find(Boolean)
    return written ? (URL.parse(written, base)?.href ?? '') : ''
  }
  if (type === 'date') return attributeOf(element, 'datetime') ?? textOf(element)
  const text = textOf(element) || attributeOf(element, 'content')?.trim() || ''
  if (type === 'number') return /-?\d[\d.,\s'’\u00a0]*/.exec(text)?.[0].trim() ?? ''
  return text
}
