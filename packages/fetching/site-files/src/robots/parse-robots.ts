import type { PathRule } from './path-rules.ts'
import { readRobotsLines } from './robots-lines.ts'
import { createRobotsPolicy, type RobotsPolicy } from './robots-policy.ts'

/** What follows is not read. Source: RFC 9309, section 2.5. */
export const MAX_ROBOTS_BYTES = 500 * 1024
/** A longer `Crawl-delay` counts as this. */
const MAX_CRAWL_DELAY_SECONDS = 30
const MAX_SITEMAPS = 1000

/**
 * The part of a robots.txt that is meant for us: all groups for one of `productTokens` together, else those for `*`.
 * Reads whatever bytes it is given; what is no robots.txt (a page, say) has no rules, and allows everything.
 */
export function parseRobots(bytes: Uint8Array, productTokens: readonly string[]): RobotsPolicy {
  const own = new Set(productTokens.map((token) => token.toLowerCase()))
  const forUs = emptyGroup()
  const forAll = emptyGroup()
  const sitemaps = new Set<string>()
  let isForUs = false
  let isForAll = false
  let namesUs = false
  let hasRules = false

  for (const { field, value } of readRobotsLines(bytes, MAX_ROBOTS_BYTES)) {
    if (field === 'sitemap') {
      if (sitemaps.size < MAX_SITEMAPS) sitemaps.add(Buffer.from(value, 'latin1').toString('utf8'))
    } else if (field === 'user-agent') {
      // Agents that follow each other share what comes after them.
      if (hasRules) isForUs = isForAll = hasRules = false
      if (/^\*(?:\s|$)/.test(value)) isForAll = true
      else if (own.has(agentOf(value))) isForUs = namesUs = true
    } else if (isForUs || isForAll) {
      hasRules = true
      addTo(isForUs ? forUs : forAll, field, value)
    }
  }

  return createRobotsPolicy({ ...(namesUs ? forUs : forAll), sitemaps: [...sitemaps] })
}

interface Group {
  rules: PathRule[]
  crawlDelayMs?: number
}

function emptyGroup(): Group {
  return { rules: [] }
}

function addTo(group: Group, field: 'allow' | 'disallow' | 'crawl-delay', value: string): void {
  if (field === 'crawl-delay') {
    const seconds = /^\d{0,9}(?:\.\d{1,9})?$/.test(value) ? Number.parseFloat(value) : Number.NaN
    if (Number.isNaN(seconds)) return
    const delayMs = Math.min(seconds, MAX_CRAWL_DELAY_SECONDS) * 1000
    group.crawlDelayMs = Math.max(group.crawlDelayMs ?? 0, delayMs)
    return
  }
  const allow = field === 'allow'
  const pattern = escaped(value)
  // An empty rule says nothing.
  if (pattern !== '') group.rules.push({ allow, pattern })
  const directory = allow && /^(.*\/)index\.htm[^/]*$/s.exec(pattern)
  if (directory) group.rules.push({ allow, pattern: `${directory[1]}$` })
}

/** The product token at the beginning; versions and further words do not count. */
function agentOf(value: string): string {
  return /^[a-z_-]*/i.exec(value)![0].toLowerCase()
}

/** A pattern as URLs are written: bytes beyond ASCII escaped, escapes in upper case. */
function escaped(value: string): string {
  return value.replace(/%[0-9a-f]{2}|[\x80-\xff]/gi, (part) =>
    part.length > 1 ? part.toUpperCase() : `%${part.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
