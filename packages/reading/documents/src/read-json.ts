import { decodeBody } from '@gleaner/markup'
import { MEGABYTE } from '@gleaner/runtime/units'
import { element, page } from './build-page.ts'
import type { DocumentResult } from './document-result.ts'
import { readText } from './read-text.ts'

/** Longer texts are shown as they came: indenting would multiply them. */
const MAX_PRETTY = 2 * MEGABYTE

/** JSON, or one JSON value a line, as data and as a code block. What does not parse is read as text. */
export async function readJson(bytes: Uint8Array, type: string): Promise<DocumentResult> {
  const { text } = decodeBody(bytes, type)
  const data = parse(text, /ndjson|jsonl|jsonlines|json-seq/.test(type))
  if (data === undefined) return readText(bytes, 'text/plain')
  const shown = text.length > MAX_PRETTY ? text : JSON.stringify(data, null, 2)
  return {
    ok: true,
    kind: 'other',
    document: page(titleOf(data), [element('pre', {}, element('code', { class: 'language-json' }, shown))]),
    title: titleOf(data),
    metadata: {},
    data,
    source: text,
    ocrUsed: false,
  }
}

function parse(text: string, isLines: boolean): unknown {
  const value = isLines ? undefined : parseOne(text.replace(/^\ufeff|^\)\]\}',?\n/, ''))
  if (value !== undefined) return value
  const lines = text.split(/[\n\x1e]+/).filter((line) => line.trim() !== '')
  if (lines.length < (isLines ? 1 : 2)) return undefined
  const values = lines.map(parseOne)
  return values.includes(undefined) ? undefined : values
}

function parseOne(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function titleOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { title, name } = data as Record<string, unknown>
  const found = title ?? name
  return typeof found === 'string' && found.length < 300 ? found : undefined
}
