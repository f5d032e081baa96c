/** What is asked of a site: a checked request of POST /map, or the part of a crawl's that is about addresses. */
export interface SiteQuestion {
  url: string
  max_pages: number
  /** Absent: 1 where there is a sitemap, else 2. */
  max_depth?: number | undefined
  include_patterns?: readonly string[] | undefined
  exclude_patterns?: readonly string[] | undefined
  search?: string | undefined
  sitemap: 'include' | 'skip' | 'only'
  sitemap_path?: string | undefined
  include_metadata: boolean
  include_subdomains: boolean
  respect_robots: boolean
}
