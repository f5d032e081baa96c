import type { Element } from '@gleaner/markup'
import { isConsentContainer, isOwnConsentName } from '@gleaner/markup/consent-containers'

/** Elements that are no banner, whatever their name. */
const NO_BANNER_TAGS = new Set([
  'html',
  'head',
  'body',
  'main',
  'article',
  'a',
  'button',
  'p',
  'h1',
  'h2',
  'h3',
  'li',
  'link',
  'script',
  'style',
  'input',
  'img',
])
/** A box larger than this holds more of the page than a banner. In nodes. */
const MAX_NODES = 600

/** Whether an element is a box that asks for consent to cookies, by its id and classes. */
export function isCookieBanner(element: Element): boolean {
  if (NO_BANNER_TAGS.has(element.tag)) return false
  const { id = '', class: names = '' } = element.attrs
  if (id === '' && names === '') return false
  return (
    isConsentContainer(id, names) || ((isOwnConsentName(id) || isOwnConsentName(names)) && isSmall(element))
  )
}

function isSmall(element: Element): boolean {
  const pending: Element['children'][] = [element.children]
  let nodes = 0
  for (let children = pending.pop(); children; children = pending.pop()) {
    nodes += children.length
    if (nodes > MAX_NODES) return false
    for (const child of children) if ('children' in child) pending.push(child.children)
  }
  return true
}
