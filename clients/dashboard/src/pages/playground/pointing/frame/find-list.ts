import type { PointedList } from '../template.ts'
import { makeSelector } from './make-selector.ts'
import { nameOf, typeOf } from './propose-field.ts'
import {
  all,
  ancestorsOf,
  childrenOf,
  classesOf,
  documentOf,
  isMatch,
  isWithin,
  parentOf,
  tagOf,
} from './safe-dom.ts'
import { isStableClass, signsOf } from './stable-names.ts'

/** The list that two elements are of, when they are alike: the same path below two items that stand beside each other. */
export function listOf(one: Element, two: Element): { list: PointedList; items: number } | undefined {
  const above = new Set(ancestorsOf(one))
  const common = ancestorsOf(two).find((ancestor) => above.has(ancestor))
  if (!common || one === two || isWithin(one, two) || isWithin(two, one)) return undefined
  const [itemOne, itemTwo] = [childWith(common, one), childWith(common, two)]
  if (!isLike(itemOne, itemTwo) || pathOf(one, itemOne) !== pathOf(two, itemTwo) || !isLike(one, two))
    return undefined
  const selector = itemsSelector(itemOne, itemTwo, common)
  const items = all(documentOf(one), selector)
  return {
    list: { name: listName(itemOne, common), selector, fields: [fieldWithin(one, itemOne, items)] },
    items: items.length,
  }
}

/** A field of a list: its selector within an item, that finds something in as many of the others as there can be. */
export function fieldWithin(
  element: Element,
  item: Element,
  items: readonly Element[],
): PointedList['fields'][number] {
  const { type, attribute } = typeOf(element)
  const sample = items.slice(0, 30)
  const selector =
    element === item
      ? undefined
      : makeSelector(element, item, (css) => {
          const without = sample.filter((each) => all(each, css).length === 0).length
          return sample.length === 0 ? 0 : (4 * without) / sample.length
        })
  return { name: nameOf(element), type, ...(selector && { selector }), ...(attribute && { attribute }) }
}

/** The item of a list that an element is in. */
export function itemOf(element: Element, listSelector: string): Element | undefined {
  return [element, ...ancestorsOf(element)].find((each) => isMatch(each, listSelector))
}

function childWith(ancestor: Element, element: Element): Element {
  return [element, ...ancestorsOf(element)].find((each) => parentOf(each) === ancestor)!
}

function pathOf(element: Element, item: Element): string {
  return element === item ? '' : [element, ...ancestorsOf(element, item)].map(tagOf).join(' ')
}

/** Of one kind, as far as their names say it. */
function isLike(one: Element, two: Element): boolean {
  if (tagOf(one) !== tagOf(two)) return false
  const [first, second] = [one, two].map((each) => classesOf(each).filter(isStableClass))
  const shared = first!.filter((name) => second!.includes(name)).length
  return shared * 2 >= Math.min(first!.length, second!.length)
}

/** Finds both items and nothing but what stands beside them: by what both show of themselves, else by where they stand. */
function itemsSelector(one: Element, two: Element, common: Element): string {
  const document = documentOf(one)
  const beside = new Set(childrenOf(common))
  const signsOfTwo = new Set(signsOf(two).map(({ css }) => css))
  const shared = signsOf(one).filter(({ css }) => signsOfTwo.has(css))
  const isRight = (css: string) => {
    const found = all(document, css)
    return found.includes(one) && found.includes(two) && found.every((each) => beside.has(each))
  }
  const alone = shared.find(({ css }) => isRight(css))
  if (alone && alone.css !== tagOf(one)) return alone.css
  const container = makeSelector(common, document)
  const fallback = CSS.escape(tagOf(one))
  const within = [...shared.map(({ css }) => css), fallback].find((css) => isRight(`${container} > ${css}`))
  return `${container} > ${within ?? fallback}`
}

/** Words that say how things are laid out, not what they are. */
const LAYOUT = /^(list|grid|items?|rows?|cards?|content|container|wrapper|results?)$/i

function listName(item: Element, container: Element): string {
  const names = [...classesOf(container), ...classesOf(item).map((name) => `${name}s`)].filter(
    (name) => isStableClass(name) && !LAYOUT.test(name),
  )
  return names[0]?.replace(/[^\p{L}\p{N}]+/gu, '_').toLowerCase() ?? 'items'
}
