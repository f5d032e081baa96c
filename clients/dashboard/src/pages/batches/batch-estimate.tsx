import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { gleaner } from '../../api/client.ts'
import { useSettled } from '../../api/use-settled.ts'
import { formatNumber } from '../../parts/amounts.tsx'
import * as words from '../../words/index.ts'
import { type PageOptions, toPageFields } from './page-options.ts'

/** Sites of which one page is asked about; others are taken to cost the same. */
const SITES_ASKED = 5

interface Price {
  expected: number
  most: number
}

/** What a batch would probably cost: a page of each site is asked about, and counts for all of that site. Asking is free. */
export function BatchEstimate({
  urls,
  count,
  options,
}: {
  urls: readonly string[]
  count: number
  options: PageOptions
}) {
  const sites = sitesOf(urls)
  const asked = useSettled(
    JSON.stringify({ sites: sites.slice(0, SITES_ASKED), fields: toPageFields(options) }),
  )
  const { data, error } = useQuery({
    queryKey: ['batch-estimate', asked],
    queryFn: ({ signal }) => askPrice(JSON.parse(asked), signal),
    enabled: sites.length > 0,
    placeholderData: keepPreviousData,
  })
  if (sites.length === 0) return null
  return (
    <p class="muted small" role="status">
      {error
        ? words.work.estimateFails
        : data &&
          words.work.estimate(
            words.common.credits(formatNumber(Math.ceil(data.expected * count))),
            formatNumber(Math.ceil(data.most * count)),
            formatNumber(count),
          )}
    </p>
  )
}

interface Site {
  url: string
  pages: number
}

/** Sites by how many of the addresses they have, the largest first, with one of their addresses. */
function sitesOf(urls: readonly string[]): Site[] {
  const sites = new Map<string, Site>()
  for (const url of urls) {
    const host = URL.parse(url)?.host
    if (!host) continue
    const site = sites.get(host) ?? { url, pages: 0 }
    site.pages++
    sites.set(host, site)
  }
  return [...sites.values()].sort((a, b) => b.pages - a.pages)
}

/** Credits of a page on average. Sites that are refused do not count, unless all are. */
async function askPrice(
  { sites, fields }: { sites: Site[]; fields: object },
  signal: AbortSignal,
): Promise<Price> {
  const ask = ({ url }: Site) => gleaner().estimate({ ...fields, url } as never, { signal })
  const replies = await Promise.allSettled(sites.map(ask))
  const priced = replies.flatMap((reply, at) =>
    reply.status === 'fulfilled' ? [{ ...reply.value, pages: sites[at]!.pages }] : [],
  )
  if (priced.length === 0) throw (replies[0] as PromiseRejectedResult | undefined)?.reason
  const pages = priced.reduce((sum, site) => sum + site.pages, 0)
  const average = (credits: (reply: (typeof priced)[number]) => number) =>
    priced.reduce((sum, reply) => sum + credits(reply) * reply.pages, 0) / pages
  return {
    expected: average(({ estimated_credits }) => estimated_credits),
    most: average(({ max_possible_credits }) => max_possible_credits),
  }
}
