/** What one item of a file says, as it is written. */
export interface RawEntry {
  /** Whether it is another sitemap, a page of a sitemap, or an entry of a feed. */
  kind: 'sitemap' | 'page' | 'feed'
  url: string
  date?: string | undefined
  title?: string | undefined
}

/** Reads a file piece by piece. */
export interface EntryReader {
  /** The items that this piece completes. Throws ReadProblem for what is no file of this kind. */
  read(text: string): RawEntry[]
  /** The items that the end completes, and whether that was the end which such a file has. */
  end(): { entries: RawEntry[]; isWhole: boolean }
}
