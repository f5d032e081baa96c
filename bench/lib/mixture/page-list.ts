import { readFileSync } from 'node:fs'

/** A page of the mixture and where it comes from. */
export interface ListedPage {
  /** Names its file, and no other page. */
  name: string
  /** One of the page types of the set `wcxb`. */
  type: string
  /** The site or the package that wrote the page. */
  maker: string
  source: 'npm' | 'deb'
  package: string
  version: string
  /** Its path in the package. */
  file: string
  sha256: string
}

/** The pages of `pages.tsv`, in its order. */
export function readPageList(): ListedPage[] {
  const lines = readFileSync(new URL('pages.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const [header, ...rows] = lines.map((line) => line.split('\t'))
  return rows.map((cells, index) => {
    const page = Object.fromEntries(header!.map((name, column) => [name, cells[column]!]))
    return { ...page, name: nameOf(index, page.maker!) } as ListedPage
  })
}

function nameOf(index: number, maker: string): string {
  return `${String(index).padStart(3, '0')}-${maker.replaceAll('/', '+')}`
}
