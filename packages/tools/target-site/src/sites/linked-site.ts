import { type OwnSite, startOwnSite } from './own-site.ts'
import { linkedPage } from './prose.ts'

export interface LinkedSite extends OwnSite {
  /** The paths of all pages, the start page among them. */
  paths: readonly string[]
}

/** Links on a page; a tree of 1,000 pages is three deep. */
const LINKS = 10

/** A plain site of so many pages, each reachable by links: page n leads to its ten children, its parent and the start page. */
export async function startLinkedSite(pages: number, port = 0): Promise<LinkedSite> {
  const paths = Array.from({ length: pages }, (_, number) => pathOf(number))
  const numbers = new Map(paths.map((path, number) => [path, number]))
  const site = await startOwnSite(
    ({ url }) => {
      const number = numbers.get(url.pathname)
      if (number === undefined) return undefined
      const children = Array.from({ length: LINKS }, (_, i) => number * LINKS + i + 1).filter(
        (child) => child < pages,
      )
      const parent = Math.max(0, Math.ceil(number / LINKS) - 1)
      return linkedPage(`Page ${number}`, ['/', ...[parent, ...children].map(pathOf)])
    },
    { port },
  )
  return Object.assign(site, { paths })
}

function pathOf(number: number): string {
  return number === 0 ? '/' : `/section-${number % LINKS}/page-${number}`
}
