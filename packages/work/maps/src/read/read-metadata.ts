import { type Following, inTurns } from './follow-links.ts'
import { readLinks } from './read-links.ts'
import { isHtml } from './read-start.ts'
import type { SiteAccess } from './site-access.ts'

/** Pages that are read for their titles. */
const MOST_PAGES = 100

/** Reads titles and descriptions of the first addresses off their pages. */
export async function readMetadata(
  access: SiteAccess,
  { start, collection, warnings, signal }: Following,
): Promise<void> {
  const wanting = collection
    .best()
    .map(({ candidate }) => candidate)
    .filter(
      ({ url, title, description }) =>
        (title === undefined || description === undefined) && start.isKnown(url),
    )
  if (wanting.length > MOST_PAGES)
    warnings.add(`Titles and descriptions were read of the first ${MOST_PAGES} pages.`)
  const pages = wanting.slice(0, MOST_PAGES).map(({ url }) => url)
  await inTurns(start, pages, signal, async (url) => {
    const answer = await access.page(url, signal)
    if (answer.kind === 'none' || answer.status >= 400 || !isHtml(answer.contentType, answer.body)) return
    const { title, description } = readLinks(answer.body, answer.contentType, answer.finalUrl)
    collection.describe(url, { title, description })
  })
}
