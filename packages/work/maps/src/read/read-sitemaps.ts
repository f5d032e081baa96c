import { forEachInTurns } from '@gleaner/runtime'
import type { SitemapReport } from '@gleaner/site-files/sitemaps'
import type { Following } from './follow-links.ts'
import type { StartPage } from './read-start.ts'
import type { SiteAccess } from './site-access.ts'
import type { SiteQuestion } from './site-question.ts'
import type { Warnings } from './warnings.ts'

/** Adds what the site's sitemaps name, until there is enough. Returns whether there is a sitemap. */
export async function readSitemaps(
  access: SiteAccess,
  { sitemap_path, include_subdomains }: SiteQuestion,
  start: StartPage,
  { collection, warnings, signal }: Pick<Following, 'collection' | 'warnings' | 'signal'>,
): Promise<boolean> {
  const { sitemaps: named, crawlDelayMs } = start.robots.policy
  const { batches, report } = access.sitemaps(start.url, {
    named,
    sitemapPath: sitemap_path,
    includeSubdomains: include_subdomains,
    gapMs: crawlDelayMs,
    signal,
  })
  try {
    await addAll(batches, { collection, warnings, signal })
  } catch (error) {
    // What was read until the time was over counts.
    if (!signal.aborted) throw error
  }
  tell(report, warnings)
  return report.found
}

async function addAll(
  batches: ReturnType<SiteAccess['sitemaps']>['batches'],
  { collection, warnings, signal }: Pick<Following, 'collection' | 'warnings' | 'signal'>,
): Promise<void> {
  for await (const batch of batches) {
    if (collection.isFull()) return warnings.add('The sitemaps name more addresses than were taken in.')
    await forEachInTurns(batch, signal, ({ url, lastModified, title }) =>
      collection.add({ url, source: 'sitemap', depth: 1, lastModified, title }),
    )
  }
}

function tell({ found, files, filesSkipped, outside }: SitemapReport, warnings: Warnings): void {
  for (const { url, problem } of files)
    if (problem) warnings.add(`The sitemap ${url} was not read, or not to its end: ${problem.detail}.`)
  if (!found) warnings.add('No sitemap was found.')
  if (filesSkipped > 0)
    warnings.add(
      `${filesSkipped} sitemaps that others name were not read: they lie on hosts that have no say about this site, or are too many.`,
    )
  if (outside > 0) warnings.add(`${outside} addresses in sitemaps belong to other hosts and were left out.`)
}
