/** What a page asks robots that came to it. */
export interface PageDirectives {
  /** Its links are not to be followed. */
  nofollow: boolean
  /** It is not to be shown in results. */
  noindex: boolean
}

export interface RobotsStatements {
  /** Values of its `X-Robots-Tag` headers, joined by commas or apart. */
  headers?: string | readonly string[] | undefined
  /** Its `<meta>` elements; those with other names than robots' are passed over. */
  metas?: readonly { name: string; content: string }[] | undefined
}

/**
 * What a page says to all robots and to those of `productTokens`, together: whoever says no is heard. `none` is both;
 * every other directive (`noarchive`, `unavailable_after`, `max-snippet`) is about things that we do not do.
 */
export function readRobotsDirectives(
  { headers = [], metas = [] }: RobotsStatements,
  productTokens: readonly string[],
): PageDirectives {
  const own = new Set(productTokens.map((token) => token.toLowerCase()))
  const heard = new Set<string>()

  for (const header of [headers].flat()) {
    let isForUs = true
    for (const part of header.toLowerCase().slice(0, MAX_LENGTH).split(',')) {
      const [name, value] = splitAgent(part)
      // An agent is meant until the next one is named.
      if (name !== undefined) isForUs = own.has(name)
      if (isForUs) heard.add(value)
    }
  }
  for (const { name, content } of metas) {
    const agent = name.trim().toLowerCase()
    if (agent !== 'robots' && !own.has(agent)) continue
    for (const part of content
      .toLowerCase()
      .slice(0, MAX_LENGTH)
      .split(/[\s,;]+/))
      heard.add(part)
  }

  const hears = (directive: string) => heard.has(directive) || heard.has('none')
  return { nofollow: hears('nofollow'), noindex: hears('noindex') }
}

const MAX_LENGTH = 10_000

/** `otherbot: noindex` names an agent, `max-snippet: 20` and the time of day in a date do not. */
function splitAgent(part: string): [agent: string | undefined, directive: string] {
  const [, name, value] = /^\s*([a-z][a-z_-]*)\s*:(.*)$/.exec(part) ?? []
  return name === undefined || WITH_VALUE.has(name) ? [undefined, part.trim()] : [name, value!.trim()]
}

const WITH_VALUE: ReadonlySet<string> = new Set([
  'unavailable_after',
  'max-snippet',
  'max-image-preview',
  'max-video-preview',
])
