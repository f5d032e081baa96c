import { pages } from './pages.ts'

/** Which addresses a site has. */
export const maps = {
  title: pages.maps,
  lead: 'Which addresses a site has, before its pages are fetched.',
  empty: 'A map reads robots.txt, sitemaps and the links of the start page, and fetches nothing else.',
  example: 'https://example.com/',
  url: 'Site',
  urlHint: 'Costs 5 credits, however many addresses there are',
  about: 'About',
  aboutHint: 'Words that addresses have to do with; the best first',
  most: 'Most addresses',
  make: 'Find addresses',
  making: 'The map is being made.',
  none: 'No address was found.',
  crawl: 'Crawl this site',
  columns: { title: 'Title', source: 'From', depth: 'Depth' },
  sources: { sitemap: 'sitemap', link: 'link' } as Record<string, string>,
}
