import type { Element } from './node.ts'

/** Classes that style sheets hide by, as whole class names. */
const HIDING_CLASSES: ReadonlySet<string> = new Set(
  'hide hidden d-none is-hidden u-hidden visually-hidden sr-only screen-reader-text screen-reader-only'.split(
    ' ',
  ),
)

/** One of them in a class list: nearly every element is asked, and splitting its list costs more. */
const HIDING = new RegExp(`(?:^|\\s)(?:${[...HIDING_CLASSES].join('|')})(?:$|\\s)`)

/** `hidden md:block`: hidden on small screens only. */
const SHOWN_WHEN_WIDE = /(?:^|\s)(?:d-)?(?:sm|md|lg|xl)[:-](?:block|flex|grid|inline|table|contents)/

/** Whether a style sheet hides the element, at every width of the window. */
export function isHiddenByClass({ attrs }: Element): boolean {
  const names = attrs.class
  if (names === undefined || !HIDING.test(names)) return false
  return !SHOWN_WHEN_WIDE.test(names)
}

/** The classes of an element without those that hide it, and without those of a state. */
export function shownName({ attrs }: Element): string {
  const names = attrs.class?.split(/\s+/) ?? []
  return names.filter((name) => name !== '' && !HIDING_CLASSES.has(name) && !STATES.has(name)).join(' ')
}

/** What the shown one of several is called. */
const STATES: ReadonlySet<string> = new Set(
  'active is-active current selected is-selected open show shown'.split(' '),
)
