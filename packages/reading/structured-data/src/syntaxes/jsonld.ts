import { isObject } from '@gleaner/runtime/is-object'
import { trimMarksEnd } from '@gleaner/values'
import { decodeHTML } from 'entities'
import { parseLoose } from './parse-loose.ts'

export type JsonObject = Record<string, unknown>

const MOST_ITEMS = 2_000

/** The JSON-LD objects of a page's script texts, as written; broken JSON is repaired where possible, else left out. */
export function readJsonLd(texts: readonly string[]): JsonObject[] {
  const items: JsonObject[] = []
  for (const text of texts) {
    for (const value of parseText(text)) {
      if (isObject(value) && Object.keys(value).length > 0 && items.length < MOST_ITEMS) items.push(value)
    }
  }
  return items
}

function parseText(text: string): unknown[] {
  const bare = unwrap(text)
  const value = parseStrict(bare) ?? parseBroken(bare)
  return Array.isArray(value) ? value.flat(3) : [value]
}

/** Takes the script's text out of the CDATA sections and HTML comments that old templates wrap it in. */
function unwrap(text: string): string {
  const bare = text
    .replace(/^\s*(?:\/\/\s*|\/\*\s*)?<!\[CDATA\[(?:\s*\*\/)?/, '')
    .replace(/(?:\/\/\s*|\/\*\s*)?\]\]>(?:\s*\*\/)?\s*$/, '')
    .replace(/^\s*<!--/, '')
    .replace(/-->\s*$/, '')
    .trim()
  return trimMarksEnd(bare, /;/)
}

function parseStrict(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function parseBroken(text: string): unknown {
  const encoded = /^[[{]\s*&(?:quot|#34);/.test(text)
  const source = encoded ? decodeHTML(text) : text
  const values: unknown[] = []
  let at = source.search(/[[{]/)
  while (at >= 0 && values.length < 50) {
    const read = parseLoose(source, at)
    if (!read) break
    values.push(read.value)
    const next = source.slice(read.end).search(/[[{]/)
    at = next < 0 ? -1 : read.end + next
  }
  return values.length === 1 ? values[0] : values
}
