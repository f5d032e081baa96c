import { isObject } from '@gleaner/runtime/is-object'

/** Field to the passage of the page that it was taken from: `offers.0.price`. */
export type Evidence = Record<string, string>

/** A field and the passage that a model gives for it. */
export type Passage = readonly [field: string, passage: string]

const MOST_FIELDS = 1_000
const PASSAGE_CHARS = 1_000

/** The passages that a model gave, as they came: `[{field, passage}]`. */
export function readPassages(given: unknown): Passage[] {
  if (!Array.isArray(given)) return []
  return given.slice(0, MOST_FIELDS).flatMap((entry) => {
    if (!isObject(entry)) return []
    const { field, passage } = entry
    return typeof field === 'string' && typeof passage === 'string'
      ? [[field.slice(0, 200), passage.slice(0, PASSAGE_CHARS)] as const]
      : []
  })
}

/** Keeps the passages that stand in the page, word for word; and names the fields of the others. */
export function verifyPassages(
  passages: readonly Passage[],
  page: string,
): { evidence: Evidence; unproven: string[] } {
  const text = plain(page)
  const evidence: Evidence = {}
  const unproven: string[] = []
  for (const [field, passage] of passages) {
    const words = plain(passage)
    if (field === '__proto__' || words === '') continue
    if (text.includes(words)) evidence[field] ??= passage
    else unproven.push(field)
  }
  return { evidence, unproven: unproven.filter((field) => !Object.hasOwn(evidence, field)) }
}

/** Without the marks of Markdown, and with one space wherever there are some. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[*_`#>|\\[\]~]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
