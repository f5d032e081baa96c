import { attributeNamesOf, attributeOf, classesOf, idOf, tagOf } from './safe-dom.ts'

/** What tells an element from others, as CSS, with how likely it is not to be there on the next page: the less the better. */
export interface Sign {
  css: string
  cost: number
}

/** Attributes whose values are chosen by people, for programs. */
const MEANT: Readonly<Record<string, number>> = {
  itemprop: 1,
  property: 1.5,
  'data-testid': 1.2,
  'data-test': 1.2,
  'data-test-id': 1.2,
  'data-qa': 1.2,
  'data-cy': 1.2,
  'data-hook': 1.2,
  'data-field': 1.2,
  'data-name': 1.5,
  'data-role': 1.5,
  rel: 2.5,
  role: 3,
  name: 2.5,
  'aria-label': 3.5,
}

/** Elements that say what they are. */
const TELLING = new Set(
  'h1 h2 h3 h4 time main article address figcaption caption dt dd th td blockquote summary nav header footer aside'.split(
    ' ',
  ),
)
const COSTS = { id: 1.5, class: 2, dataName: 3, telling: 3, tag: 5 }

/** What an element shows of itself that stays from page to page. */
export function signsOf(element: Element): Sign[] {
  const tag = tagOf(element)
  const signs: Sign[] = [{ css: CSS.escape(tag), cost: TELLING.has(tag) ? COSTS.telling : COSTS.tag }]
  const id = idOf(element)
  if (isStable(id) && !/\d/.test(id)) signs.push({ css: `#${CSS.escape(id)}`, cost: COSTS.id })
  for (const name of classesOf(element))
    if (isStableClass(name)) signs.push({ css: `.${CSS.escape(name)}`, cost: COSTS.class })
  for (const name of attributeNamesOf(element)) {
    const value = attributeOf(element, name) ?? ''
    const cost = MEANT[name]
    if (cost !== undefined && value !== '' && value.length <= 60 && !/\d{2}/.test(value) && isWords(value))
      signs.push({ css: `[${CSS.escape(name)}="${CSS.escape(value)}"]`, cost })
    else if (name.startsWith('data-') && cost === undefined && isStable(name.slice(5)))
      signs.push({ css: `[${CSS.escape(name)}]`, cost: COSTS.dataName })
  }
  return signs.sort((a, b) => a.cost - b.cost)
}

const isWords = (value: string) => value.split(/[\s.:_-]+/).every((word) => word === '' || !isHash(word))

/** Of tools that name what they make. */
const TOOLS =
  /^(css|sc|jsx|emotion|svelte|styled|ng|ember|react|radix|headlessui|mui|makestyles|jss|chakra|tw|wp-image|yui|ext-gen|gen|auto|view|v)[-_]?[\w-]*\d|^(css|sc|jsx|svelte|jss)-|^_|^:|^ng-|^ember\d|^v-/i

/** A name that somebody chose, and that is not one thing's own (`post-4711`). */
export function isStable(name: string): boolean {
  if (name.length < 2 || name.length > 50 || TOOLS.test(name) || /\d{2}/.test(name)) return false
  return !partsOf(name).some(isHash)
}

/** How things look or stand, in one word. */
const UTILITIES =
  /[:[\]/!@%]|^-?(m|p|mt|mb|ml|mr|mx|my|ms|me|pt|pb|pl|pr|px|py|ps|pe|w|h|gap|text|font|bg|border|rounded|flex|grid|col|row|items|justify|align|leading|tracking|shadow|z|top|left|right|bottom|inset|min|max|space|order|self|opacity|overflow|d|float|sm|md|lg|xl|u|g|offset|divide|ring|line|whitespace|cursor|transition|duration|ease|object|aspect|basis|grow|shrink)-[\w.-]+$|^(flex|grid|block|inline|hidden|relative|absolute|fixed|sticky|static|truncate|underline|uppercase|lowercase|italic|antialiased|container|clearfix|row|col|wrapper|inner|outer|left|right|center)$/

/** How things are at the moment. */
const STATES =
  /^((is|has|js|no)-.*|active|selected|current|open|opened|closed|disabled|enabled|visible|shown|loaded|loading|lazy|lazyload(ed|ing)?|first|last|odd|even|hover|focus|expanded|collapsed|new|sale|featured|highlight(ed)?)$/i

export function isStableClass(name: string): boolean {
  return isStable(name) && !UTILITIES.test(name) && !STATES.test(name)
}

const partsOf = (name: string) => name.split(/[-_]+/).filter(Boolean)

/** Letters as a machine throws them: digits among them, changes of case that no word has, or no vowel. */
function isHash(part: string): boolean {
  if (part.length < 4) return /\d/.test(part) && /[a-z]/i.test(part) && part.length === 3
  if (/\d/.test(part)) return /[a-z]/i.test(part) && !/^[a-z]+\d$/i.test(part)
  const turns = part.match(/[a-z][A-Z]/g)?.length ?? 0
  const words = part.split(/(?=[A-Z])/)
  if (turns > 0 && words.filter((word) => word.length < 3).length > words.length / 2) return true
  return part.length >= 5 && !/[aeiouyäöüáéíóú]/i.test(part)
}
