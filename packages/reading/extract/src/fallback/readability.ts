/** An article as Readability finds it; what the page does not give is absent. */
export interface Article {
  /** Cleaned HTML of the content. */
  html: string
  title?: string | undefined
  author?: string | undefined
  publishedAt?: string | undefined
  language?: string | undefined
  siteName?: string | undefined
  description?: string | undefined
}

/** Readability's cost grows faster than the page; a page with more elements is refused at once. */
const MOST_ELEMENTS = 50_000

/**
 * What Firefox's reader view shows of a page, by jsdom and Mozilla's Readability; undefined when it finds nothing. Scripts
 * do not run and nothing is loaded. Slower and larger than our own reading, and bounded neither in time nor in memory: to
 * be run in a process that is.
 */
export async function readArticle(html: string, url: string): Promise<Article | undefined> {
  const [{ JSDOM, VirtualConsole }, { Readability }] = await Promise.all([
    import('jsdom'),
    import('@mozilla/readability'),
  ])
  // Its own console passes nothing on: pages would write into the log.
  const { window } = new JSDOM(html, { url, virtualConsole: new VirtualConsole() })
  try {
    const found = new Readability(window.document, { maxElemsToParse: MOST_ELEMENTS }).parse()
    if (!found?.content) return undefined
    return {
      html: found.content,
      title: found.title || undefined,
      author: found.byline || undefined,
      publishedAt: found.publishedTime || undefined,
      language: found.lang || undefined,
      siteName: found.siteName || undefined,
      description: found.excerpt || undefined,
    }
  } finally {
    window.close()
  }
}
