import type { ExtractedJson } from '@gleaner/extract'
import type { Replacer } from './redaction/replacer.ts'

/** What holds the page's own data, whose names and numbers are the page's as well. */
const DATA: ReadonlySet<string> = new Set(['filtered_content', 'structured_content'])

/**
 * What was read of a page, without what the replacer hides: values that the page's bytes held in another way than its text does (in a
 * document, in another charset, divided by markup). `untouched`: fields of the JSON that were not read from the page.
 */
export function redactRead(read: ExtractedJson, replacer: Replacer, untouched: object): ExtractedJson {
  if (!read.ok) return { ...read, message: replacer.text(read.message) }
  const { json, findings, forModel } = read
  return {
    ...read,
    // Most pages hold nothing any more, and are not parsed.
    json:
      replacer.text(json) === json
        ? json
        : JSON.stringify(redactFields(JSON.parse(json), replacer, untouched)),
    ...(findings !== undefined && { findings: redactJson(findings, replacer) }),
    ...(forModel && { forModel: { ...forModel, text: replacer.text(forModel.text) } }),
  }
}

function redactFields(fields: Record<string, unknown>, replacer: Replacer, untouched: object): object {
  const shown = Object.entries(fields).map(([name, value]) => {
    if (name in untouched) return [name, value]
    return [name, DATA.has(name) ? replacer.json(value) : redactField(value, replacer)]
  })
  return Object.fromEntries(shown)
}

/** `json` among the formats is data, the others have a form of our own. */
function redactField(value: unknown, replacer: Replacer): unknown {
  if (typeof value !== 'object' || value === null || !('json' in value)) return replacer.texts(value)
  const { json, ...others } = value
  return { ...(replacer.texts(others) as object), json: replacer.json(json) }
}

function redactJson(text: string, replacer: Replacer): string {
  return replacer.text(text) === text ? text : JSON.stringify(replacer.texts(JSON.parse(text)))
}
