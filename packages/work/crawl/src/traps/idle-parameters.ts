import { hashOf } from './address-parts.ts'
import type { SeenHashes } from './seen-hashes.ts'

/** What was seen of a parameter at one kind of path: at how many addresses another value, or none, showed the same text, and another one. */
export type ParameterUse = [same: number, other: number]

/** Kinds of paths and parameters that are noted, and parameters of one address that are looked at. */
const MOST_NOTED = 100
const MOST_PARAMETERS = 6
/** At so many addresses the same text was shown, and so many times as often as another one. */
const SAME_AT_LEAST = 2
const SAME_FOR_ONE_OTHER = 10

export interface IdleParameters {
  /** Learns from a page with what it shows. `path` is its kind of path. */
  learn(url: string, path: string, text: string): void
  /** The address without the parameters that change nothing at its kind of path. */
  without(url: string, path: string): string
  /** Whether a page of this address, or one that differs by a parameter that changes nothing, was read lately. */
  isRead(url: string): boolean
}

/**
 * Finds out which parameters change nothing: where one came from, sessions, views. A page whose address is that of another one but for one parameter either
 * shows the same text, or tells that the parameter counts. `uses` is changed.
 */
export function createIdleParameters(uses: Map<string, ParameterUse>, seen: SeenHashes): IdleParameters {
  const isIdle = (path: string, name: string): boolean => {
    const [same, other] = uses.get(`${path} ${name}`) ?? [0, 0]
    return same >= SAME_AT_LEAST && same >= other * SAME_FOR_ONE_OTHER
  }

  function note(key: string, isSame: boolean): void {
    const use = uses.get(key) ?? [0, 0]
    if (!uses.has(key) && uses.size >= MOST_NOTED) return
    use[isSame ? 0 : 1]++
    uses.set(key, use)
  }

  return {
    learn(url, path, text) {
      const parsed = new URL(url)
      const names = namesOf(parsed)
      const isIdleHere = names.filter((name) => isIdle(path, name))
      if (isIdleHere.length > 1) seen.countNew([hashOf(`at ${withoutNames(parsed, isIdleHere)}`)])
      for (const name of names) {
        const rest = withoutNames(parsed, [name])
        const [place, shown] = [hashOf(`at ${rest}`), hashOf(`at ${rest} ${text}`)]
        if (seen.isSeen(shown)) {
          // Once at each address: all that a program does not have may be one page.
          if (seen.countNew([hashOf(`same ${rest} ${name}`)]) > 0) note(`${path} ${name}`, true)
        } else if (seen.isSeen(place)) note(`${path} ${name}`, false)
        seen.countNew([place, shown])
      }
      // As the one that its variants with a parameter are compared with.
      const whole = withoutNames(parsed, [])
      seen.countNew([hashOf(`at ${whole}`), hashOf(`at ${whole} ${text}`)])
    },
    isRead: (url) => seen.isSeen(hashOf(`at ${withoutNames(new URL(url), [])}`)),
    without(url, path) {
      if (uses.size === 0 || !url.includes('?')) return url
      const parsed = new URL(url)
      const idle = namesOf(parsed).filter((name) => isIdle(path, name))
      return idle.length > 0 ? withoutNames(parsed, idle) : url
    },
  }
}

function namesOf({ searchParams }: URL): string[] {
  return [...new Set(searchParams.keys())].slice(0, MOST_PARAMETERS)
}

function withoutNames({ href }: URL, names: readonly string[]): string {
  const url = new URL(href)
  for (const name of names) url.searchParams.delete(name)
  url.searchParams.sort()
  return url.href
}
