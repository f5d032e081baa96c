import type { Page } from './page.ts'

/** Characters of a page that a model reads at most; a little more than it is given in parts, so that it shows when some are left out. */
const MOST_CHARS = 2_100_000
/** Of what the page declares as data. */
const MOST_DATA_CHARS = 20_000

/** What a language model reads of a page: what it is called, its content, and what it says of itself as data. */
export function modelText(page: Page): string {
  const { title } = page.metadata()
  const data = JSON.stringify(page.data().main) ?? ''
  return [
    ...(title ? [`Title: ${title}`] : []),
    page.markdown().markdown.slice(0, MOST_CHARS),
    ...(data.length <= MOST_DATA_CHARS ? [`Data of the page, as JSON: ${data}`] : []),
  ].join('\n\n')
}
