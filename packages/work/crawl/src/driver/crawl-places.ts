import { openPlaces, type Places, type TimedPlaces } from '@gleaner/queue/work'

/** Work that asks the site of a crawl, beside the scraping of its pages. */
export type SiteWorkKind = 'crawl-discovery' | 'crawl-robots' | 'crawl-feeds' | 'crawl-suspicion'

/** The places of a process for all that crawls need beside their pages. */
export type CrawlPlaces = Readonly<Record<SiteWorkKind, TimedPlaces> & Record<'crawl-step', Places>>

export function openCrawlPlaces(): CrawlPlaces {
  return {
    'crawl-discovery': openPlaces('crawl-discovery'),
    'crawl-robots': openPlaces('crawl-robots'),
    'crawl-feeds': openPlaces('crawl-feeds'),
    'crawl-suspicion': openPlaces('crawl-suspicion'),
    'crawl-step': openPlaces('crawl-step'),
  }
}
