import { pages } from './pages.ts'

/** Delivered pages that are kept as they were fetched. */
export const archive = {
  title: pages.archive,
  lead: 'Delivered pages as they were fetched, kept beyond their jobs.',
  change: 'Change',
  keep: 'Keep delivered pages',
  days: 'Days that a page is kept',
  pages: 'Pages',
  takes: 'Size',
  of: (bytes: string, limit: string) => `${bytes} of ${limit}`,
  empty: 'Empty',
  emptyTitle: 'Empty the archive?',
  emptyText: 'All pages that are kept are deleted for good.',
  use: 'Kept pages are read anew without asking their site: POST /extract with job_id, batch_id or crawl_id.',
}
