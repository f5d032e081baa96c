import type { Page } from '../page.ts'
import { MOST_LINKS, readPageLinks } from './page-links.ts'
import { readRobotsDirectives } from './robots-directives.ts'
import { signPage } from './sign-page.ts'
import type { FindingsRequest, FoundLink, PageFindings } from './types.ts'

/** Of a title, in characters: what a list of pages shows. */
const MOST_TITLE = 500

/** What a crawl wants to know of a page that was read already. Takes time in proportion to the page, and is bounded in size. */
export function makeFindings(
  page: Page,
  url: string,
  { robotsTag, rendered = false }: FindingsRequest,
): PageFindings {
  const { document, content, base } = page.tree()
  const {
    links: shown,
    omitted,
    canonical,
    feeds,
    robots,
    signOuts,
  } = readPageLinks(document, base, rendered ? url : undefined)
  const links = page.kind === 'html' || shown.length > 0 ? shown : writtenLinks(page)
  const { nofollow, noindex } = readRobotsDirectives(robotsTag ? [...robots, robotsTag] : robots)
  const { title } = page.metadata()
  const signature = signPage(content(), title, url, links)
  return {
    final_url: url,
    ...(title && { title: title.slice(0, MOST_TITLE) }),
    ...(canonical !== undefined && { canonical }),
    ...(nofollow && { nofollow }),
    ...(noindex && { noindex }),
    links,
    ...(signOuts.length > 0 && { sign_outs: signOuts }),
    ...(omitted > 0 && { omitted_links: omitted }),
    ...(feeds.length > 0 && { feeds }),
    ...(signature && { signature }),
  }
}

/** Addresses that a text without markup writes out: a list of them, a sitemap, what a PDF prints. */
function writtenLinks(page: Page): FoundLink[] {
  const text = (page.source() ?? page.markdown().markdown).slice(0, MOST_TEXT)
  const urls = new Set<string>()
  for (const [written] of text.matchAll(WRITTEN)) {
    const url = URL.parse(written.replaceAll('&amp;', '&').replace(/[.,;:!?]{1,3}$/, ''))
    if (url) urls.add(url.href)
    if (urls.size >= MOST_LINKS) break
  }
  return [...urls].map((url) => [url])
}

const MOST_TEXT = 1_000_000
const WRITTEN = /https?:\/\/[^\s<>"'`(){}[\]|\\^]{4,2000}/g
