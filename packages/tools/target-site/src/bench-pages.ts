import { writeStory } from './make/story.ts'

export interface BenchPage {
  headers: Record<string, string | number>
  body: Buffer
}

const SIZES_KB: Record<string, number> = { '5kb': 5, '20kb': 20, '100kb': 100, '500kb': 500 }

/**
 * `/bench/<size>`: article pages of a known size. Rendered once, and answered before any route is looked at,
 * so that a benchmark measures its client. The query is ignored: it makes addresses different.
 */
export function createBenchPages(): (url: string) => BenchPage | undefined {
  const pages = new Map(
    Object.entries(SIZES_KB).map(([name, size]) => [`/bench/${name}`, render(size * 1_024)]),
  )
  return (url) => (url.startsWith('/bench/') ? pages.get(url.split('?', 1)[0]!) : undefined)
}

function render(size: number): BenchPage {
  const body = Buffer.from(writeStory(size))
  return { body, headers: { 'content-type': 'text/html; charset=utf-8', 'content-length': body.byteLength } }
}
