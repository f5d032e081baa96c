import type { RobotsRules } from '@gleaner/site-files/robots'

/** What `crawl.site` holds: what was found at the site beside its pages. */
export interface SiteNotes {
  /** What each host's robots.txt says; absent while that is not known. */
  robots?: Record<string, RobotsRules>
  /** The longest delay that they ask for, in milliseconds. */
  crawl_delay_ms?: number
  /** Where the start page was found after redirects. */
  started_at?: string
  /** The start page was left out because its site asks robots to stay away. */
  start_disallowed?: boolean
  /** Why the robots.txt of the start page's host could not be read, in words. */
  robots_problem?: string
  /** The start page asks robots not to follow its links, so that they were left. */
  start_nofollow?: boolean
  /** The sitemaps and feeds that were read, and how many addresses they named. */
  files?: SiteFile[]
  /** Of the findings that are kept, in characters. */
  kept_chars?: number
  /** Feeds that the start page names and that are to be read yet. */
  feeds?: string[]
}

export interface SiteFile {
  url: string
  entries: number
  /** Why it was not read, or not to its end, in words. */
  problem?: string
}
