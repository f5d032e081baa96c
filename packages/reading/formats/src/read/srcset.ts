export interface SourceCandidate {
  url: string
  /** Place of the address in the attribute. */
  start: number
  end: number
  /** Width or density as written; undefined without one. */
  size: number | undefined
}

/**
 * The candidates of a `srcset`, read in one pass. A comma inside an address ends a candidate only when white space
 * follows it. https://html.spec.whatwg.org/multipage/images.html#parsing-a-srcset-attribute
 */
export function* sourceCandidates(srcset: string): Generator<SourceCandidate> {
  for (let at = skip(srcset, 0, isGap); at < srcset.length; at = skip(srcset, at, isGap)) {
    const start = at
    const stop = skip(srcset, start, isNoSpace)
    let end = stop
    while (srcset[end - 1] === ',') end--
    const comma = end < stop ? end : srcset.indexOf(',', stop)
    at = comma < 0 ? srcset.length : comma
    const written = SIZE.exec(srcset.slice(stop, Math.max(stop, at)).trimStart())?.[1]
    yield {
      url: srcset.slice(start, end),
      start,
      end,
      size: written === undefined ? undefined : Number(written),
    }
  }
}

const SIZE = /^(\d+(?:\.\d+)?)[wxh]/

function skip(text: string, from: number, isSkipped: (character: string) => boolean): number {
  let at = from
  while (at < text.length && isSkipped(text[at]!)) at++
  return at
}

function isGap(character: string): boolean {
  return character === ',' || /\s/.test(character)
}

function isNoSpace(character: string): boolean {
  return !/\s/.test(character)
}
