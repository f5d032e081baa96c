/** One line of a robots.txt. `*` in the pattern stands for anything, `$` at its end for the end of the URL. */
export interface PathRule {
  allow: boolean
  pattern: string
}

/**
 * Characters that are compared for one URL. Thousands of wildcards and a long URL would take longer; such a URL counts as
 * forbidden, so that who writes such a file gains nothing by it.
 */
const MAX_COMPARED = 2_000_000

/** Decides by the longest pattern that matches; where an allowing one is as long, it wins. */
export function createPathMatcher(rules: readonly PathRule[]): (url: string) => boolean {
  const byPriority = rules
    .toSorted((a, b) => b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow))
    .map(({ allow, pattern }) => ({ allow, ...compile(pattern) }))

  return (url) => {
    const path = pathOf(url)
    let compared = 0
    for (const { allow, first, rest, toEnd } of byPriority) {
      compared += 1
      if (!path.startsWith(first)) continue
      compared += path.length
      if (compared > MAX_COMPARED) return false
      if (matchesRest(path, first.length, rest, toEnd)) return allow
    }
    return true
  }
}

interface Compiled {
  /** What a path begins with. */
  first: string
  /** What follows in this order, with anything between. */
  rest: string[]
  toEnd: boolean
}

function compile(pattern: string): Compiled {
  const toEnd = pattern.endsWith('$')
  const [first, ...rest] = (toEnd ? pattern.slice(0, -1) : pattern).split('*')
  // Of several wildcards in a row, one is enough. A last one has to stay: it reaches to the end.
  return {
    first: first!,
    rest: rest.filter((part, index) => part !== '' || index === rest.length - 1),
    toEnd,
  }
}

/** The first place of each part is as good as any later one, so nothing is ever tried twice. */
function matchesRest(path: string, start: number, rest: readonly string[], toEnd: boolean): boolean {
  if (rest.length === 0) return !toEnd || path.length === start
  let position = start
  for (const [index, part] of rest.entries()) {
    if (toEnd && index === rest.length - 1)
      return path.length - part.length >= position && path.endsWith(part)
    const found = path.indexOf(part, position)
    if (found < 0) return false
    position = found + part.length
  }
  return true
}

/** Path and query of a URL, escapes in upper case as in the patterns. */
function pathOf(url: string): string {
  const withoutFragment = url.replace(/#.*/s, '')
  const afterHost = /^(?:[^/?;:]*:\/\/|\/\/)?[^/?;]*(.*)$/s.exec(withoutFragment)![1]!
  const path = afterHost.startsWith('/') ? afterHost : `/${afterHost}`
  return path.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase())
}
