import {
  collapse,
  createText,
  type Document,
  ELEMENT,
  type Element,
  findAll,
  INVISIBLE_TAGS,
  isHidden,
  pageParts,
  TEXT,
  type Text,
  visibleText,
  walk,
} from '@gleaner/markup'
import type { Random } from './random.ts'

/** What was done to a page: a text that a true report holds, on the side of before or of after. */
export interface Truth {
  side: 'before' | 'after'
  text: string
}

type Mutation = (page: Document, random: Random) => Truth | undefined

/** Changes that people want to be told, each of known truth; undefined where a page has nothing of the kind. */
export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  price: (page, random) =>
    replaceText(
      page,
      random,
      /(?:[$€£¥]\s?\d[\d.,]*\d|\d[\d.,]*\d\s?(?:€|EUR|USD|kr|zł))/,
      () => `$${random.below(900) + 1_000}.37`,
    ),
  stock: (page, random) =>
    replaceText(
      page,
      random,
      /in stock|out of stock|sold out|add to cart|available/i,
      () => 'Currently unobtainable',
    ),
  sentence: (page, random) => {
    const paragraph = random.pick(shown(page, 'p', 80))
    const text = paragraph && random.pick(textsOf(paragraph).filter(({ value }) => value.trim().length > 30))
    if (!text) return undefined
    const words = text.value.split(' ')
    words.splice(random.below(words.length), 1, 'zorblatt quenched')
    text.value = words.join(' ')
    return { side: 'after', text: 'zorblatt quenched' }
  },
  heading: (page, random) => {
    const heading = random.pick([...shown(page, 'h1', 5), ...shown(page, 'h2', 5), ...shown(page, 'h3', 5)])
    const text = heading && textsOf(heading)[0]
    if (!text) return undefined
    text.value = 'Zorblatt rises again'
    return { side: 'after', text: 'Zorblatt rises again' }
  },
  'removed paragraph': (page, random) => remove(random.pick(shown(page, 'p', 60))),
  'removed item': (page, random) => remove(random.pick(shown(page, 'li', 15))),
  'added item': (page, random) => {
    const item = random.pick(shown(page, 'li', 15))
    if (!item?.parent) return undefined
    const added: Element = { ...item, children: [createText('Zorblatt of the season')] }
    item.parent.children.splice(item.parent.children.indexOf(item), 0, added)
    return { side: 'after', text: 'Zorblatt of the season' }
  },
  link: (page, random) => {
    const link = random.pick(
      shown(page, 'a', 3).filter(({ attrs }) => /^(?:https?:|\/)/.test(attrs.href ?? '')),
    )
    if (!link) return undefined
    link.attrs.href = 'https://elsewhere.example/zorblatt/page'
    return { side: 'after', text: 'elsewhere.example/zorblatt/page' }
  },
  'table cell': (page, random) => {
    const cell = random.pick(shown(page, 'td', 1))
    const text = cell && textsOf(cell)[0]
    if (!text) return undefined
    text.value = 'zorblatt 77'
    return { side: 'after', text: 'zorblatt 77' }
  },
}

/** Elements that a reader sees, and that hold at least so many characters and are no advertisement by name. */
function shown(page: Document, tag: string, least: number): Element[] {
  const { body } = pageParts(page)
  return body
    ? findAll(body, tag).filter((element) => isSeen(element) && visibleText(element).length >= least)
    : []
}

function isSeen(element: Element): boolean {
  for (let at: Element | undefined = element; at; at = at.parent?.type === ELEMENT ? at.parent : undefined)
    if (
      INVISIBLE_TAGS.has(at.tag) ||
      isHidden(at) ||
      LEFT_OUT.test(`${at.attrs.class} ${at.attrs.id}`) ||
      HIDDEN_TAGS.has(at.tag)
    )
      return false
  return true
}

/** What no reader of the page sees or counts, by the page's own word. */
const LEFT_OUT =
  /\b(?:ads?|advert\w*|sponsored|promoted|taboola|outbrain|adsbygoogle|cookie\w*|consent\w*|gdpr|onetrust\w*)\b|(?:^|[-_ ])ads?(?:[-_ ]|$)/i
const HIDDEN_TAGS: ReadonlySet<string> = new Set(
  'iframe svg object video audio canvas dialog math'.split(' '),
)

function textsOf(element: Element): Text[] {
  const texts: Text[] = []
  walk(element, (node) => {
    if (node.type === TEXT && /\p{L}|\p{N}/u.test(node.value)) texts.push(node)
    return node.type === ELEMENT && !isSeen(node) ? 'skip' : undefined
  })
  return texts
}

function replaceText(page: Document, random: Random, pattern: RegExp, make: () => string): Truth | undefined {
  const { body } = pageParts(page)
  const texts = body
    ? textsOf(body).filter(
        ({ value, parent }) => pattern.test(value) && parent?.type === ELEMENT && isSeen(parent),
      )
    : []
  const text = random.pick(texts)
  if (!text) return undefined
  const made = make()
  text.value = text.value.replace(pattern, () => made)
  return { side: 'after', text: made }
}

function remove(element: Element | undefined): Truth | undefined {
  if (!element?.parent) return undefined
  const text = collapse(textsOf(element)[0]?.value ?? '')
  element.parent.children.splice(element.parent.children.indexOf(element), 1)
  return text ? { side: 'before', text } : undefined
}
