import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { withRows } from '../../api/use-list.ts'
import { StateWord } from '../../parts/state-word.tsx'
import type { Things } from '../../parts/things/things.ts'
import { ThingsPage } from '../../parts/things/things-page.tsx'
import * as words from '../../words/index.ts'
import { workColumns } from '../batches/work-columns.tsx'

const said = words.work.crawls

const CRAWLS: Things<Schemas['CrawlListEntry']> = {
  key: 'crawls',
  title: said.title,
  lead: said.lead,
  empty: said.empty,
  example: said.example,
  list: async (page, signal) => withRows('crawls', await gleaner().crawls.list(page, { signal })),
  pageRows: 50,
  idOf: ({ crawl_id }) => crawl_id,
  hrefOf: ({ crawl_id }) => `/crawls/${crawl_id}`,
  columns: [
    {
      key: 'state',
      title: words.work.columns.state,
      width: '104px',
      cell: ({ status, paused_reason }) => <StateWord state={paused_reason ? 'paused' : status} />,
    },
    { key: 'site', title: said.columns.site, cell: ({ url }) => url },
    ...workColumns<Schemas['CrawlListEntry']>(({ completed, max_pages }) => [completed, max_pages]),
  ],
  addAt: { label: said.add, href: '/crawls/new' },
}

export default function CrawlsPage() {
  return <ThingsPage things={CRAWLS} />
}
