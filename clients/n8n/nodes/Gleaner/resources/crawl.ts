import type { IExecuteFunctions } from 'n8n-workflow'
import { read } from '../../shared/api.ts'
import { readOptions } from '../../shared/options.ts'
import { byName } from '../../shared/page-options.ts'
import { waitFor } from '../../shared/wait.ts'
import {
  flag,
  idField,
  number,
  ONLY_SUCCESSES,
  optionsField,
  SIMPLIFY,
  shownIf,
  text,
  URL,
  WAIT,
  WAIT_AT_MOST,
} from '../fields.ts'
import type { Operation, Output, Resource } from '../operation.ts'
import { readAll, shapeEntries } from '../pages-of.ts'
import { SCRAPE_OPTIONS } from './page.ts'
import { SITE_OPTIONS } from './site.ts'

export const CRAWL_OPTIONS = byName(...SITE_OPTIONS, ...SCRAPE_OPTIONS, {
  path: 'delay',
  property: {
    displayName: 'Delay',
    name: 'delay',
    type: 'number',
    typeOptions: { minValue: 0 },
    default: 1,
    description: 'Least time between two requests to the site, in seconds',
  },
})

const create: Operation = {
  value: 'create',
  name: 'Create',
  action: 'Crawl a site',
  description: 'Scrape a site: its start page, and the pages that are found from there',
  fields: [
    URL,
    {
      displayName: 'Max Pages',
      name: 'maxPages',
      type: 'number',
      typeOptions: { minValue: 1 },
      default: 10,
      description: 'Most pages that are scraped',
    },
    WAIT,
    ...[SIMPLIFY, ONLY_SUCCESSES, WAIT_AT_MOST].map((field) => shownIf('wait', true, field)),
    optionsField(CRAWL_OPTIONS),
  ],
  async run(context, itemIndex) {
    const body = {
      max_pages: number(context, itemIndex, 'maxPages'),
      formats: ['markdown'],
      ...readOptions(context, itemIndex, CRAWL_OPTIONS),
      url: text(context, itemIndex, 'url'),
    }
    const accepted = await read(context, { method: 'POST', path: '/crawl', body, itemIndex })
    if (!flag(context, itemIndex, 'wait')) return [{ json: accepted }]
    return waitAndGive(context, itemIndex, String(accepted.crawl_id))
  },
}

async function waitAndGive(context: IExecuteFunctions, itemIndex: number, id: string): Promise<Output[]> {
  await waitFor(context, {
    path: `/crawl/${encodeURIComponent(id)}`,
    query: { include_results: 'false' },
    itemIndex,
    atMost: number(context, itemIndex, 'waitAtMost'),
    isDone: ({ completed_at }) => completed_at !== null,
    later: `the operation 'Get Pages' of 'Crawl' reads ${id}`,
  })
  return givePages(context, itemIndex, id)
}

async function givePages(context: IExecuteFunctions, itemIndex: number, id: string): Promise<Output[]> {
  const list = { path: `/crawl/${encodeURIComponent(id)}`, query: { include_results: 'true' } }
  const pages = await readAll(context, itemIndex, list)
  const shape = {
    simplify: flag(context, itemIndex, 'simplify'),
    onlySuccesses: flag(context, itemIndex, 'onlySuccesses'),
  }
  return shapeEntries(pages, shape).map((json) => ({ json }))
}

const CRAWL_ID = idField('Crawl ID', 'crawlId', 'As the creation of the crawl gives it')

export const crawl: Resource = {
  value: 'crawl',
  name: 'Crawl',
  usual: 'create',
  operations: [
    create,
    {
      value: 'getPages',
      name: 'Get Pages',
      action: 'Get pages of a crawl',
      description: 'Read what there is of a crawl now, an item for each page',
      fields: [CRAWL_ID, SIMPLIFY, ONLY_SUCCESSES],
      run: (context, itemIndex) => givePages(context, itemIndex, text(context, itemIndex, 'crawlId')),
    },
    {
      value: 'wait',
      name: 'Wait',
      action: 'Wait for a crawl',
      description: 'Wait for the end of a crawl, and read its pages, an item for each',
      fields: [CRAWL_ID, SIMPLIFY, ONLY_SUCCESSES, WAIT_AT_MOST],
      run: (context, itemIndex) => waitAndGive(context, itemIndex, text(context, itemIndex, 'crawlId')),
    },
  ],
}
