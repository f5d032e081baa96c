import { compare } from '../compare/compare.ts'
import { compareFields, type FieldRule, type Fields } from '../compare/compare-fields.ts'
import type { CompareSettings, Comparison } from '../compare/settings.ts'
import { findNoise } from '../mask/find-noise.ts'
import { EMPTY_MASK, type Mask, mergeMasks } from '../mask/mask.ts'
import { readPage } from '../read/read-page.ts'
import { readSelected } from '../read/read-selected.ts'
import type { Reading } from '../read/unit.ts'
import { jsonPatch, type Operation } from '../show/json-patch.ts'
import { toMarkdown } from '../show/to-markdown.ts'

/** What of a page is watched, and which changes are told. */
export type Watch =
  | CompareSettings
  /** What named CSS selectors find, to the letter. */
  | (Omit<CompareSettings, 'mode'> & { mode: 'selector'; selectors: Readonly<Record<string, string>> })
  /** Values by their names. Their versions are JSON objects, those of the other modes HTML. */
  | (Pick<CompareSettings, 'only'> & { mode: 'fields'; fields: Readonly<Record<string, FieldRule>> })

/**
 * Versions of a page: the last one that was kept, the one fetched now, and that fetched once more at the same time. Who fetches a page once
 * and has to tell what changed all the same gives `now` as `again`.
 */
export interface Looks {
  before?: string | undefined
  now: string
  again?: string | undefined
}

export interface Judgement {
  state: 'new' | 'same' | 'changed'
  /** The page has to be fetched once more, and judged with that, before anybody is told. */
  needsAgain: boolean
  /** What is noise from now on. */
  mask: Mask
  /** Of `changed`. */
  comparison?: Comparison
  /** The changes for people, in Markdown, and for machines: the patch of what was compared, null where it is longer than 64 KB. */
  text?: string
  patch?: Operation[] | null
}

/**
 * Judges one look at a page that is watched. A new page and a change are judged twice: first without `again`, which asks for it; then with
 * it, and what both fetches do not share is noise. Throws for selectors that take too many steps, and for patterns that are none.
 */
export function judgePage(watch: Watch, looks: Looks, mask: Mask = EMPTY_MASK): Judgement {
  return watch.mode === 'fields' ? judgeFields(watch, looks) : judgeText(watch, looks, mask)
}

function judgeText(watch: Exclude<Watch, { mode: 'fields' }>, looks: Looks, known: Mask): Judgement {
  const read = (html: string) =>
    watch.mode === 'selector' ? readSelected(html, watch.selectors) : readPage(html)
  const now = read(looks.now)
  const again = looks.again === undefined ? undefined : looks.again === looks.now ? now : read(looks.again)
  const mask = again ? mergeMasks(known, findNoise(now, again)) : known
  if (looks.before === undefined) return { state: 'new', needsAgain: !again, mask }
  const before = read(looks.before)
  const settings: CompareSettings = { ...watch, mode: watch.mode === 'selector' ? 'exact' : watch.mode }
  const comparison = compare(before, now, settings, { mask, ...(again && { again }) })
  return judged(comparison, mask, !again, () => jsonPatch(linesOf(before), linesOf(now)))
}

function judgeFields(watch: Extract<Watch, { mode: 'fields' }>, looks: Looks): Judgement {
  const now = readFields(looks.now)
  const again = looks.again === undefined ? undefined : readFields(looks.again)
  if (looks.before === undefined) return { state: 'new', needsAgain: false, mask: EMPTY_MASK }
  const before = readFields(looks.before)
  // A value that the second fetch gives otherwise is none that can be told.
  const unsure = again ? compareFields(now, again, watch.fields).changes.map(({ section }) => section) : []
  const sure = (fields: Fields) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !unsure.includes(name)))
  const [was, is] = [sure(before), sure(now)]
  const comparison = compareFields(was, is, watch.fields, watch.only)
  return judged(comparison, EMPTY_MASK, !again, () => jsonPatch(was, is))
}

function judged(
  comparison: Comparison,
  mask: Mask,
  needsAgain: boolean,
  patchOf: () => Operation[],
): Judgement {
  if (!comparison.changed) return { state: 'same', needsAgain: false, mask }
  if (needsAgain) return { state: 'changed', needsAgain, mask, comparison }
  const patch = patchOf()
  const isShort = JSON.stringify(patch).length <= MOST_PATCH_CHARS
  const text = toMarkdown(comparison.changes, comparison.total)
  return { state: 'changed', needsAgain, mask, comparison, text, patch: isShort ? patch : null }
}

const MOST_PATCH_CHARS = 64 * 1024

/** What a patch of a page is about: its lines, addresses of links and images, in their order. */
function linesOf({ units }: Reading): { lines: string[] } {
  return { lines: units.map(({ text }) => text) }
}

function readFields(text: string): Fields {
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}
