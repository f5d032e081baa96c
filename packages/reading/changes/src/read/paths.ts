import { ELEMENT, type Element } from '@gleaner/markup'

/** Where something stands, so that other pages of the same template say the same: `div.card-price<li.card`. */
export function createPaths(): (element: Element | undefined) => string {
  const known = new Map<string, string>()
  const nameOf = ({ tag, attrs }: Element) => {
    const key = `${tag} ${attrs.class ?? ''}`
    let name = known.get(key)
    if (name === undefined) {
      name = [tag, ...classWords(attrs.class)].join('.')
      known.set(key, name)
    }
    return name
  }
  return (element) => {
    if (!element) return ''
    const { parent } = element
    return parent?.type === ELEMENT ? `${nameOf(element)}<${nameOf(parent)}` : nameOf(element)
  }
}

const MOST_WORDS = 3

/** Class names that a template gives; those with digits are made by tools, for each build or visit anew. */
function classWords(names: string | undefined): string[] {
  if (!names) return []
  return names
    .slice(0, 300)
    .split(/\s+/)
    .filter((name) => /^[a-z][a-z_-]{1,30}$/i.test(name) && !STATES.test(name))
    .slice(0, MOST_WORDS)
}

/** Classes that say how a thing is at the moment. */
const STATES =
  /^(?:is-|has-)|(?:^|[-_])(?:active|selected|open|closed|current|odd|even|first|last|loaded|visible|hidden)$/i
