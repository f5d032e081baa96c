/** What the index reads of the page part of a result. */
export interface IndexedPage {
  final_url?: unknown
  status_code?: unknown
  title?: unknown
  published_at?: unknown
  metadata?: unknown
  content?: unknown
  structured_content?: unknown
}
