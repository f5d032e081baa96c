import { all, ancestorsOf, childrenOf, parentOf, tagOf } from './safe-dom.ts'
import { type Sign, signsOf } from './stable-names.ts'

type Root = Document | Element

/** Beside the costs of signs: that others are found as well, after it; and that it is counted among its kind. */
const COST_OF_FIRST = 4
const COST_OF_COUNTING = 8
const COST_PER_ANCESTOR = 0.5
/** Ancestors that are looked at, and signs of each. */
const ANCESTORS = 8
const SIGNS = 6

/**
 * A selector of an element within `root` that is made of what stays from page to page: of all that find it, and it first, the one that costs
 * the least. `worth`: what a selector costs besides, such as for items of a list where it finds nothing.
 */
export function makeSelector(element: Element, root: Root, worth: (css: string) => number = () => 0): string {
  let best: Sign | undefined
  const consider = (css: string, cost: number) => {
    if (best && cost >= best.cost) return
    const found = all(root, css)
    if (found[0] !== element) return
    const whole = cost + (found.length > 1 ? COST_OF_FIRST : 0) + worth(css)
    if (!best || whole < best.cost) best = { css, cost: whole }
  }
  const own = ownSigns(element)
  for (const { css, cost } of own) consider(css, cost)
  const ancestors = ancestorsOf(element, root instanceof Element ? root : undefined).slice(0, ANCESTORS)
  ancestors.forEach((ancestor, distance) => {
    const extra = (distance + 1) * COST_PER_ANCESTOR
    for (const above of ownSigns(ancestor).slice(0, SIGNS))
      for (const { css, cost } of own) {
        // Of a child the tag says less than where it stands.
        if (distance === 0) consider(`${above.css} > ${css}`, cost * 0.8 + above.cost * 0.5 + extra)
        consider(`${above.css} ${css}`, cost + above.cost * 0.5 + extra)
      }
  })
  if (best && best.cost < COST_OF_COUNTING) return best.css
  const counted = countedPath(element, root)
  if (counted) consider(counted.css, counted.cost)
  return best?.css ?? counted?.css ?? CSS.escape(tagOf(element))
}

/** Signs alone, with the tag, and two together. */
function ownSigns(element: Element): Sign[] {
  const signs = signsOf(element).slice(0, SIGNS)
  const tag = CSS.escape(tagOf(element))
  const more: Sign[] = []
  signs.forEach((sign, index) => {
    if (sign.css === tag) return
    more.push({ css: `${tag}${sign.css}`, cost: sign.cost + 0.6 })
    for (const other of signs.slice(index + 1))
      if (other.css !== tag) more.push({ css: `${sign.css}${other.css}`, cost: sign.cost + other.cost * 0.5 })
  })
  return [...signs, ...more].sort((a, b) => a.cost - b.cost)
}

/** From the nearest ancestor that has a sign of its own, counted among elements of the same kind. */
function countedPath(element: Element, root: Root): Sign | undefined {
  const steps: string[] = []
  let cost = COST_OF_COUNTING
  for (let each: Element | null = element; each && each !== root; each = parentOf(each)) {
    const tag = tagOf(each)
    if (steps.length > 0) {
      const anchor = ownSigns(each).find(({ css }) => css !== CSS.escape(tag) && all(root, css).length === 1)
      const css = anchor && `${anchor.css} > ${steps.join(' > ')}`
      if (css && all(root, css)[0] === element) return { css, cost: cost + anchor.cost }
    }
    const parent = parentOf(each)
    const alike = parent ? childrenOf(parent).filter((child) => tagOf(child) === tag) : [each]
    steps.unshift(
      alike.length > 1 ? `${CSS.escape(tag)}:nth-of-type(${alike.indexOf(each) + 1})` : CSS.escape(tag),
    )
    cost += 1
  }
  const css = root instanceof Element ? `:scope > ${steps.join(' > ')}` : steps.join(' > ')
  return { css, cost }
}
