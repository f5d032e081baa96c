import {
  type ChildNode,
  createAttrs,
  createElement,
  createText,
  type Document,
  ELEMENT,
  type Element,
  findAll,
  pageParts,
  parseFragment,
  TEXT,
  type Text,
} from '@gleaner/markup'
import { type Random, seeded } from './random.ts'

/** Makes the markup of one noisy place as it is at one look at the page. */
type Place = (look: Random) => string

const WORDS =
  'river amber stone quick violet lamp orchid mason tulip harbor copper sail meadow pepper canyon silk'.split(
    ' ',
  )
const words = (look: Random, count: number) => Array.from({ length: count }, () => look.pick(WORDS)).join(' ')
const hex = (look: Random, length: number) =>
  Array.from({ length }, () => look.below(16).toString(16)).join('')
const two = (number: number) => String(number).padStart(2, '0')
const clock = (look: Random) => `${two(look.below(24))}:${two(look.below(60))}:${two(look.below(60))}`
const shuffled = <T>(list: readonly T[], look: Random): T[] =>
  list
    .map((entry) => ({ entry, at: look.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ entry }) => entry)

/** What a page shows otherwise without having changed, as the mode `semantic` has to know by itself. */
export const KNOWN: Readonly<Record<string, Place>> = {
  clock: (look) => `<div class="now">Local time ${clock(look)}</div>`,
  date: (look) => `<p>Last updated ${1 + look.below(28)} November 20${20 + look.below(9)}</p>`,
  age: (look) => `<p class="age">${2 + look.below(50)} ${look.pick(['minutes', 'hours', 'days'])} ago</p>`,
  views: (look) => `<p>${(1_000 + look.below(8_000)).toLocaleString('en-US')} views</p>`,
  token: (look) => `<p>Trace ${hex(look, 32)}</p>`,
  advert: (look) => `<div class="ad-slot"><a href="/out/${look.below(99)}">${words(look, 5)}</a></div>`,
  related: (look) =>
    `<ul>${shuffled(WORDS.slice(0, 6), look)
      .map((word) => `<li><a href="/r/${word}">${word} stories</a></li>`)
      .join('')}</ul>`,
  session: (look) => `<p><a href="/account?sid=${hex(look, 10)}">Account</a></p>`,
}

/** What only a second fetch can tell. */
export const UNKNOWN: Readonly<Record<string, Place>> = {
  count: (look) => `<div class="n">${look.below(100_000)}</div>`,
  'short token': (look) =>
    `<p>Served by node ${look.pick(WORDS)}${look.below(99)} in ${look.below(900)} ms</p>`,
  rotation: (look) => `<div class="box"><p>${words(look, 6)}</p></div>`,
  picks: (look) =>
    `<ul class="picks">${Array.from({ length: 4 }, () => `<li><a href="/p/${look.below(500)}">${words(look, 4)}</a></li>`).join('')}</ul>`,
  link: (look) => `<p><a href="/go/k${look.below(100_000)}">Continue</a></p>`,
}

/** Puts noise into a page: where, the page's seed says; what it shows, the look's. */
export function addNoise(
  page: Document,
  pageSeed: number,
  lookSeed: number,
  kinds: Readonly<Record<string, Place>>,
): void {
  const where = seeded(pageSeed)
  const look = seeded(lookSeed)
  const { body } = pageParts(page)
  if (!body) return
  const boxes = findAll(body, (element) => BOXES.has(element.tag))
  const targets = Object.values(kinds).map((place) => ({
    place,
    box: boxes.length > 0 ? where.pick(boxes) : body,
    at: where.next(),
  }))
  for (const { place, box, at } of targets) {
    const { children } = parseFragment(place(look))
    for (const child of children) child.parent = box
    box.children.splice(Math.floor(at * (box.children.length + 1)), 0, ...children)
  }
}

const BOXES: ReadonlySet<string> = new Set(['div', 'section', 'article', 'main', 'aside', 'body'])

/** Writes the same page with its attributes in another order, boxes around some of its blocks, lines broken and cells joined otherwise. */
export function relayOut(page: Document, lookSeed: number): void {
  const look = seeded(lookSeed)
  for (const element of findAll(page)) {
    const attrs = createAttrs()
    for (const [name, value] of Object.entries(element.attrs).reverse()) attrs[name] = value
    element.attrs = attrs
  }
  const { body } = pageParts(page)
  if (!body) return
  for (const block of findAll(body, (element) => WRAPPED.has(element.tag)))
    if (look.next() < 0.05) wrap(block)
  for (const block of findAll(body, (element) => BROKEN.has(element.tag)))
    if (look.next() < 0.05) breakLine(block)
  for (const row of findAll(body, 'tr')) if (look.next() < 0.1) joinCells(row)
}

const WRAPPED: ReadonlySet<string> = new Set(['p', 'h2', 'h3', 'table', 'figure'])

function wrap(block: Element): void {
  const { parent } = block
  if (parent?.type !== ELEMENT) return
  const box = createElement('div', createAttrs(), 'html', [block as ChildNode])
  box.parent = parent
  parent.children.splice(parent.children.indexOf(block), 1, box)
  block.parent = box
}

const BROKEN: ReadonlySet<string> = new Set(['p', 'li', 'td', 'h2', 'h3'])

function breakLine(block: Element): void {
  const at = block.children.findIndex((child) => child.type === TEXT && child.value.trim().includes(' '))
  const text = block.children[at]
  if (text?.type !== TEXT) return
  const words = text.value.split(' ')
  const half = Math.ceil(words.length / 2)
  const rest: Text = { ...text, value: words.slice(half).join(' ') }
  const line: Element = { ...createElement('br'), parent: block }
  text.value = words.slice(0, half).join(' ')
  block.children.splice(at + 1, 0, line, rest)
}

/** Of a row with cells of plain text. */
function joinCells(row: Element): void {
  const cells = row.children.filter((child) => child.type === ELEMENT && child.tag === 'td') as Element[]
  const [first, ...others] = cells
  if (
    !first ||
    others.length === 0 ||
    cells.some(({ children }) => children.some((child) => child.type !== TEXT))
  )
    return
  first.children.push(
    ...others.flatMap(({ children }) => [{ ...createText(' '), parent: first }, ...children]),
  )
  row.children = row.children.filter((child) => !others.includes(child as Element))
}
