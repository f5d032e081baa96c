import type { SelectorFinds, TemplateFieldRule, TemplateSelectors } from '@gleaner/contracts'
import { type Document, type Element, serialize } from '@gleaner/markup'
import { createSelection, SelectorsTooCostly } from '@gleaner/markup/select'
import type { Filtered } from '../filter/apply-schema.ts'
import { readValue, type TemplatePage } from './read-value.ts'

/** Values of a field with `many`, and items of a list. */
const MOST_VALUES = 1_000

export interface Applied extends Filtered {
  /** Why the rest is missing, where the selectors could not be run to their end. */
  fault?: string
  /** What each selector found, where the template is traced. */
  finds?: Record<string, SelectorFinds>
}

/** Characters of markup that show what a selector found. */
const FIRST_CHARS = 300

/**
 * Reads what a template's selectors find on a page: its fields, and the items of its list under the list's name. What is not
 * found, or cannot be read as its type, is missing; of a list a field that no item has.
 */
export function applyTemplate({ fields, list, traced }: TemplateSelectors, page: TemplatePage): Applied {
  const selection = createSelection()
  const filtered: Record<string, unknown> = {}
  const missing: string[] = []
  let fault: string | undefined
  const attempt = (run: () => void) => {
    try {
      run()
    } catch (error) {
      if (!(error instanceof SelectorsTooCostly)) throw error
      fault = error.message
    }
  }
  const finds = new Map<string, SelectorFinds>()
  const trace = (path: string, selector: string | undefined, found: readonly Element[], values?: number) => {
    if (!traced) return
    const known = finds.get(path)
    const first = known?.first ?? (found[0] && serialize(found[0]).slice(0, FIRST_CHARS))
    finds.set(path, {
      selector: selector ?? null,
      matches: (known?.matches ?? 0) + found.length,
      ...(values !== undefined && { values: (known?.values ?? 0) + values }),
      ...(first !== undefined && { first }),
    })
  }
  const read = (root: Document | Element, rule: TemplateFieldRule, path: string): unknown => {
    const { selector, many } = rule
    const found =
      selector === undefined
        ? ([root] as Element[])
        : many || traced
          ? selection.all(root, selector).slice(0, MOST_VALUES)
          : [selection.first(root, selector)].filter((element) => element !== undefined)
    const values = (many ? found : found.slice(0, 1))
      .map((element) => readValue(element, rule, page))
      .filter((value) => value !== undefined)
    trace(path, selector, found, values.length)
    return many ? (values.length > 0 ? values : undefined) : values[0]
  }

  for (const [name, rule] of Object.entries(fields ?? {})) {
    let value: unknown
    attempt(() => {
      value = read(page.document, rule, name)
    })
    if (value === undefined) missing.push(name)
    else filtered[name] = value
  }
  if (list) {
    const items: Record<string, unknown>[] = []
    attempt(() => {
      const elements = selection.all(page.document, list.selector).slice(0, MOST_VALUES)
      trace(list.name, list.selector, elements)
      for (const element of elements) {
        const entries = Object.entries(list.fields).flatMap(([name, rule]) => {
          const value = read(element, rule, `${list.name}.${name}`)
          return value === undefined ? [] : [[name, value] as const]
        })
        if (entries.length > 0) items.push(Object.fromEntries(entries))
      }
    })
    if (items.length === 0) missing.push(list.name)
    else {
      filtered[list.name] = items
      for (const name of Object.keys(list.fields))
        if (!items.some((item) => Object.hasOwn(item, name))) missing.push(`${list.name}.${name}`)
    }
  }
  return { filtered, missing, ...(fault && { fault }), ...(traced && { finds: Object.fromEntries(finds) }) }
}
