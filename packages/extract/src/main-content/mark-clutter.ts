import type { Element } from '../dom/node.ts'
import { type NameVerdict, readName } from './names.ts'
import type { Outline } from './outline.ts'

export interface ClutterOptions {
  /** Reader comments are content (a forum). */
  keepComments: boolean
  /** Author boxes, tag lists, side notes are content (a shop, a directory). */
  keepAsides: boolean
}

/** 1 for every element of the outline that is not content, by its tag, its role or its name. */
export function markClutter(outline: Outline, good: Float64Array, options: ClutterOptions): Uint8Array {
  const names = new Map<string, NameVerdict>()
  const verdicts = outline.elements.map((element) => readName(element, names))
  const trusted = trustedWords(outline, good, verdicts)
  const marks = new Uint8Array(outline.elements.length)
  const total = good[0]!

  for (let i = 1; i < marks.length; ) {
    const share = total > 0 ? good[i]! / total : 0
    if (isClutter(outline.elements[i]!, verdicts[i]!, share)) {
      marks.fill(1, i, outline.end[i])
      i = outline.end[i]!
    } else {
      i++
    }
  }
  return marks

  function isClutter(element: Element, name: NameVerdict, share: number): boolean {
    if (SILENT_TAGS.has(element.tag)) return share < 0.5
    if (name.comments && !options.keepComments && share < 0.85) return true
    if (share > MAX_SHARE) return false
    if (BESIDE_TAGS.has(element.tag)) return !isCallout(element)
    if (BESIDE_ROLES.has(element.attrs.role ?? '')) return true
    if (name.clutter && trusted.has(name.clutter)) return true
    return name.aside !== undefined && !options.keepAsides && share < 0.1 && trusted.has(name.aside)
  }
}

/** A box with more of the page's good text than this is its content, however it is called. */
const MAX_SHARE = 0.4

/** Words whose boxes hold so much of the page's good text together that they name its content on this page. */
function trustedWords(outline: Outline, good: Float64Array, verdicts: readonly NameVerdict[]): Set<string> {
  const shares = new Map<string, number>()
  const total = good[0]!
  for (const kind of ['clutter', 'aside'] as const) {
    for (let i = 1; i < verdicts.length; ) {
      const word = verdicts[i]![kind]
      if (word === undefined || good[i]! > total * MAX_SHARE) {
        if (word !== undefined && !shares.has(word)) shares.set(word, 0)
        i++
        continue
      }
      shares.set(word, (shares.get(word) ?? 0) + good[i]!)
      i = outline.end[i]!
    }
  }
  return new Set([...shares].filter(([, share]) => share <= total * MAX_SHARE).map(([word]) => word))
}

/** Controls and embedded things: what they hold is not running text. */
const SILENT_TAGS: ReadonlySet<string> = new Set(
  'button canvas embed iframe input object option select textarea dialog'.split(' '),
)
const BESIDE_TAGS: ReadonlySet<string> = new Set('aside footer menu nav search'.split(' '))
const BESIDE_ROLES: ReadonlySet<string> = new Set(
  (
    'alert alertdialog banner complementary contentinfo dialog menu menubar navigation search searchbox status ' +
    'tablist toolbar tooltip'
  ).split(' '),
)

/** Documentation and essays put notes into `<aside>`; pull quotes and margin notes belong to the text, too. */
function isCallout(element: Element): boolean {
  return (
    element.tag === 'aside' &&
    /admonition|callout|note|tip|warning|hint|important|alert/i.test(element.attrs.class ?? '')
  )
}
