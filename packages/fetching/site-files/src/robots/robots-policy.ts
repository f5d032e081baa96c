import { createPathMatcher, type PathRule } from './path-rules.ts'

/** What a robots.txt says to us, as data that can be stored. */
export interface RobotsRules {
  rules: PathRule[]
  /** Least time between two requests, in milliseconds; absent when the file names none. */
  crawlDelayMs?: number | undefined
  /** As they are written: hostile text, and by the standard absolute URLs. */
  sitemaps: string[]
}

export interface RobotsPolicy extends RobotsRules {
  /** By the URL's path and query; its host is not looked at. Pass normalized URLs (`new URL(...).href`). */
  isAllowed(url: string): boolean
  /** The patterns that forbid, as they are written. */
  readonly disallowedPaths: string[]
}

/** The policy of rules that `parseRobots` gave once. */
export function createRobotsPolicy(rules: RobotsRules): RobotsPolicy {
  return {
    ...rules,
    isAllowed: createPathMatcher(rules.rules),
    get disallowedPaths() {
      return rules.rules.filter(({ allow }) => !allow).map(({ pattern }) => pattern)
    },
  }
}

/** Where there is no robots.txt (4xx). */
export const ALLOW_ALL: RobotsPolicy = createRobotsPolicy({ rules: [], sitemaps: [] })

/** Where it cannot be known what the site asks for (5xx, no answer). Source: RFC 9309, section 2.3.1.4. */
export const DISALLOW_ALL: RobotsPolicy = createRobotsPolicy({
  rules: [{ allow: false, pattern: '/' }],
  sitemaps: [],
})
