import { withScheme } from '../../api/with-scheme.ts'
import { type PageOptions, toFields, USUAL_OPTIONS } from '../batches/page-options.ts'

/** A crawl as a person asks for it. */
export interface CrawlOptions {
  url: string
  maxPages: string
  maxDepth: string
  maxCredits: string
  include: string
  exclude: string
  sitemap: 'include' | 'skip' | 'only'
  subdomains: boolean
  robots: boolean
  atOnce: string
  delay: string
  pages: PageOptions
}

export const USUAL_CRAWL: CrawlOptions = {
  url: '',
  maxPages: '100',
  maxDepth: '',
  maxCredits: '',
  include: '',
  exclude: '',
  sitemap: 'include',
  subdomains: false,
  robots: true,
  atOnce: '',
  delay: '',
  pages: USUAL_OPTIONS,
}

/** Globs, one a line or with commas between; braces hold commas of their own. */
const globsOf = (text: string): string[] => text.split(/[\s,]+(?![^{]*\})/).filter(Boolean)

/** As the API takes it: what was not chosen is not in it. */
export function toCrawlFields(options: CrawlOptions): Record<string, unknown> {
  const { maxDepth, maxCredits, atOnce, delay, pages } = options
  const [include, exclude] = [globsOf(options.include), globsOf(options.exclude)]
  const { cost_controls, ...fields } = toFields(pages)
  const costs = {
    ...(cost_controls as object | undefined),
    ...(maxCredits && { max_credits: Number(maxCredits) }),
  }
  return {
    ...fields,
    url: withScheme(options.url.trim()),
    max_pages: Number(options.maxPages),
    ...(maxDepth && { max_depth: Number(maxDepth) }),
    ...(include.length > 0 && { include_patterns: include }),
    ...(exclude.length > 0 && { exclude_patterns: exclude }),
    ...(options.sitemap !== 'include' && { sitemap: options.sitemap }),
    ...(options.subdomains && { include_subdomains: true }),
    ...(!options.robots && { respect_robots: false }),
    ...(atOnce && { max_concurrency: Number(atOnce) }),
    ...(delay && { delay: Number(delay) }),
    ...(Object.keys(costs).length > 0 && { cost_controls: costs }),
  }
}
