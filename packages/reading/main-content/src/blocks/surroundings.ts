import { isHiddenByClass } from '@gleaner/markup'
import { type NameVerdict, readNames } from '../names.ts'
import type { Outline } from '../outline.ts'

/** What an element stands in, as bits: the tag of a box around it, or what the name of one says. */
export const IN = {
  nav: 1 << 0,
  aside: 1 << 1,
  footer: 1 << 2,
  header: 1 << 3,
  form: 1 << 4,
  table: 1 << 5,
  list: 1 << 6,
  figure: 1 << 7,
  article: 1 << 8,
  main: 1 << 9,
  link: 1 << 10,
  control: 1 << 11,
  quote: 1 << 12,
  hidden: 1 << 13,
  clutterName: 1 << 14,
  asideName: 1 << 15,
  commentsName: 1 << 16,
  reviewsName: 1 << 17,
  frameName: 1 << 18,
  dialog: 1 << 19,
} as const

const BY_TAG: Readonly<Record<string, number>> = {
  nav: IN.nav,
  menu: IN.nav,
  aside: IN.aside,
  footer: IN.footer,
  header: IN.header,
  form: IN.form,
  table: IN.table,
  ul: IN.list,
  ol: IN.list,
  dl: IN.list,
  figure: IN.figure,
  article: IN.article,
  main: IN.main,
  a: IN.link,
  button: IN.control,
  label: IN.control,
  summary: IN.control,
  select: IN.control,
  blockquote: IN.quote,
  dialog: IN.dialog,
}

const BY_ROLE: Readonly<Record<string, number>> = {
  navigation: IN.nav,
  menu: IN.nav,
  complementary: IN.aside,
  contentinfo: IN.footer,
  banner: IN.header,
  main: IN.main,
  article: IN.article,
  button: IN.control,
  dialog: IN.dialog,
}

/** Share of the page's text: what holds more is the page itself, whatever it is called. */
const MOST = 0.6

/** The bits of each element of the outline, its own and those of all around it. */
export function readSurroundings(outline: Outline): Int32Array {
  const { elements, parent, text } = outline
  const names = readNames(outline)
  const bits = new Int32Array(elements.length)
  for (let i = 1; i < bits.length; i++) {
    const element = elements[i]!
    const { role } = element.attrs
    let own = BY_TAG[element.tag] ?? 0
    if (role !== undefined) own |= BY_ROLE[role] ?? 0
    if (text[i]! > 0 && text[i]! < MOST * text[0]!) {
      own |= bitsOfName(names[i]!)
      if (isHiddenByClass(element)) own |= IN.hidden
    }
    bits[i] = bits[parent[i]!]! | own
  }
  return bits
}

function bitsOfName({ clutter, aside, comments, reviews, postFrame }: NameVerdict): number {
  return (
    (clutter === undefined ? 0 : IN.clutterName) |
    (aside === undefined ? 0 : IN.asideName) |
    (comments === undefined ? 0 : IN.commentsName) |
    (reviews === undefined ? 0 : IN.reviewsName) |
    (postFrame === undefined ? 0 : IN.frameName)
  )
}
