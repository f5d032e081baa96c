import { CALL_PRICES, toCredits } from '@gleaner/billing'
import type { SentLabels } from '@gleaner/contracts/schemas/labels'
import type { MapEntry } from '@gleaner/contracts/schemas/maps'
import { createPace } from '@gleaner/runtime'
import type { Ranked } from '../rank/rank.ts'
import type { Entry } from '../read/collect.ts'
import type { ReadSite } from '../read/read-site.ts'

/** Pieces of a reply, in bytes: so much of it is held and sent at a time. */
const PIECE_BYTES = 512 * 1024
/** Of the paths that robots.txt disallows: it may be half a megabyte of them. */
const MOST_PATHS = 1_000

/** The reply of a map as JSON text in UTF-8, in pieces. `SiteMap` of the contracts is its form. */
export async function writeReply(
  { id, test, labels, isSearched }: { id: string; test: boolean; labels: SentLabels; isSearched: boolean },
  site: ReadSite,
): Promise<Buffer[]> {
  const best = site.collection.best()
  const { exists, disallowedPaths } = site.robots
  const paths = disallowedPaths.slice(0, MOST_PATHS)
  const warnings = [...site.warnings]
  if (paths.length < disallowedPaths.length)
    warnings.push(`Of ${disallowedPaths.length} disallowed paths ${MOST_PATHS} are named.`)
  if (isSearched && best.length === 0 && site.collection.size > 0)
    warnings.push(nothingOf(site.collection.size))

  const head = { map_id: id, ...labels, total_urls: best.length }
  const tail = {
    sitemap_found: site.sitemapFound,
    robots_txt: { exists, disallowed_paths: paths },
    credits_used: test ? 0 : toCredits(CALL_PRICES.map),
    ...(warnings.length > 0 && { warnings }),
  }
  const pieces: Buffer[] = []
  let text = `${JSON.stringify(head).slice(0, -1)},"urls":[`
  const turn = createPace()
  for (const [at, ranked] of best.entries()) {
    if (at > 0) text += ','
    text += JSON.stringify(present(ranked, site.collection, isSearched))
    if (text.length >= PIECE_BYTES) {
      pieces.push(Buffer.from(text))
      text = ''
    }
    await turn()
  }
  pieces.push(Buffer.from(`${text}],${JSON.stringify(tail).slice(1)}`))
  return pieces
}

function nothingOf(size: number): string {
  return `None of ${size} addresses has a word of the search in what is known of it (path, link texts, titles): try other words, include_metadata, or no search to see them all.`
}

function present(
  { candidate, relevance }: Ranked<Entry>,
  collection: ReadSite['collection'],
  isSearched: boolean,
): MapEntry {
  const { url, source, depth, description, lastModified } = candidate
  // Absent fields are left out of JSON.
  return {
    url,
    source,
    depth,
    title: collection.nameOf(candidate),
    description,
    last_modified: lastModified,
    relevance_score: isSearched ? relevance : undefined,
  }
}
