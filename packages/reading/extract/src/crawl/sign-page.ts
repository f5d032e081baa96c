import { hash } from 'node:crypto'
import type { ParentNode } from '@gleaner/markup'
import { SAMPLE_RUNS } from './sample-runs.ts'
import { readShownText } from './shown-words.ts'
import type { FoundLink, PageSignature } from './types.ts'
import { hashCode } from './word-hash.ts'

/** What a page shows, as hashes; undefined for one that shows no text and links nowhere. */
export function signPage(
  content: ParentNode,
  title: string | undefined,
  url: string,
  links: readonly FoundLink[],
): PageSignature | undefined {
  const shown = readShownText(content)
  const led = linksOfItsOwn(url, links)
  if (shown.text === undefined && led.length === 0) return undefined
  const text = hash('sha256', `${title ?? ''}\n${shown.text}`, 'buffer')
  const exact = hash('sha256', `${text.toString('hex')}\n${led.join('\n')}`, 'buffer')
  return {
    exact: exact.toString('base64url', 0, 16),
    text: text.toString('base64url', 0, 8),
    similar: simhash(shown.runs),
    sample: bytesOf(shown.runs.subarray(0, SAMPLE_RUNS)),
  }
}

/**
 * Where a page leads within the site. Its own address counts as a place that all pages have, so that a copy at another address, with its
 * own way back from the sign-in, is one: views of the page itself are left out, and what lies below it, or is asked about it, is told from there.
 */
function linksOfItsOwn(address: string, links: readonly FoundLink[]): string[] {
  // Sites that answer one spelling of a path mostly answer the others alike.
  const { origin, pathname, searchParams } = new URL(address.toLowerCase())
  const own = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
  const places = [
    own,
    ...[...searchParams.values()].filter((value) => value.length > 1 && value.startsWith('/')),
  ]
  const within = links.map(([link]) => link.toLowerCase()).filter((link) => link.startsWith(origin))
  return places
    .filter((place) => place !== '')
    .reduce(withoutPlace, within)
    .sort()
}

/** Links with a place of the page's own address, its path or what its query names, told as that. */
function withoutPlace(links: readonly string[], own: string): string[] {
  const names = [own, encodeURIComponent(own).toLowerCase()]
  const led = links.map((link) => (names.some((name) => link.includes(name)) ? fromItself(link, own) : link))
  return [...new Set(led)].filter((link) => link !== ITSELF)
}

const ITSELF = '{self}'

function fromItself(link: string, own: string): string {
  const { origin, pathname, search, searchParams } = new URL(link)
  const path = placeFrom(pathname, own)
  if (path === ITSELF) return ITSELF
  const query = [...searchParams].map(([name, value]) => {
    const place = placeFrom(value.startsWith(origin) ? value.slice(origin.length) : value, own)
    return `${name}=${place.startsWith(ITSELF) ? ITSELF : value}`
  })
  return `${origin}${path}${search && '?'}${query.join('&')}`
}

/** A place told from the page's own path, where it begins with that as a whole: of `/map`, `/map/north` does and `/maps` does not. */
function placeFrom(place: string, own: string): string {
  if (!place.startsWith(own)) return place
  const rest = place.slice(own.length)
  return rest === '/' ? ITSELF : rest === '' || /^[/?#&]/.test(rest) ? ITSELF + rest : place
}

/** Charikar's: each bit as most of the runs have it. Eight bytes in base64url. */
function simhash(runs: Uint32Array): string {
  const votes = new Int32Array(64)
  for (const run of runs) {
    let [low, high] = [hashCode(run, 0x1b873593), hashCode(run, 0xcc9e2d51)]
    for (let bit = 0; bit < 32; bit++) {
      votes[bit]! += (low & 1) * 2 - 1
      votes[bit + 32]! += (high & 1) * 2 - 1
      low >>>= 1
      high >>>= 1
    }
  }
  const bits = new Uint32Array(2)
  for (let bit = 0; bit < 64; bit++) if (votes[bit]! > 0) bits[bit >> 5]! |= 1 << (bit & 31)
  return bytesOf(bits)
}

function bytesOf(numbers: Uint32Array): string {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64url')
}
