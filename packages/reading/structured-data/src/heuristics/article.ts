import type { PageFacts } from '../page-facts.ts'
import type { JsonObject } from '../syntaxes/jsonld.ts'
import { findByline, findPoster } from './byline.ts'
import { findPostDate } from './post-date.ts'
import { findVisibleDates } from './visible-dates.ts'

/** Headline, byline and dates as the page shows them; undefined when it shows none of them. */
export function readVisibleArticle({ index, headline }: PageFacts): JsonObject | undefined {
  const dates = findVisibleDates(index, headline)
  const author = findByline(index, headline)
  const item: JsonObject = {
    '@type': 'Article',
    ...(headline ? { headline: headline.text } : {}),
    ...(author ? { author: { '@type': 'Person', name: author } } : {}),
    ...(dates.published ? { datePublished: dates.published } : {}),
    ...(dates.modified ? { dateModified: dates.modified } : {}),
  }
  return Object.keys(item).length > 1 ? item : undefined
}

/** A discussion as the page shows it: its headline, and who began it when. */
export function readVisibleThread({ index, headline }: PageFacts): JsonObject {
  const author = findPoster(index, headline)
  const date = findPostDate(index, headline)
  return {
    '@type': 'DiscussionForumPosting',
    ...(headline ? { headline: headline.text } : {}),
    ...(author ? { author: { '@type': 'Person', name: author } } : {}),
    ...(date ? { datePublished: date } : {}),
  }
}
