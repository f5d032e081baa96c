import type { IDataObject } from 'n8n-workflow'
import { ask } from '../../shared/api.ts'
import { type Option, readOptions } from '../../shared/options.ts'
import { ADDITIONAL, byName, PAGE_OPTIONS } from '../../shared/page-options.ts'
import { waitFor } from '../../shared/wait.ts'
import { flag, number, optionsField, SIMPLIFY, text, WAIT_AT_MOST } from '../fields.ts'
import type { Operation, Resource } from '../operation.ts'

const ASKED: readonly Option[] = [
  {
    path: 'country',
    property: {
      displayName: 'Country',
      name: 'country',
      type: 'string',
      default: '',
      placeholder: 'DE',
      description: 'Country that results are for',
    },
  },
  {
    path: 'domain',
    property: {
      displayName: 'Domain',
      name: 'domain',
      type: 'string',
      default: '',
      placeholder: 'example.com',
      description: 'Only pages of this domain and its subdomains',
    },
  },
  {
    path: 'language',
    property: {
      displayName: 'Language',
      name: 'language',
      type: 'string',
      default: '',
      placeholder: 'de',
      description: 'Language that results are for',
    },
  },
  {
    path: 'page',
    property: {
      displayName: 'Page of Results',
      name: 'page',
      type: 'number',
      typeOptions: { minValue: 1 },
      default: 1,
      description: 'Which page of the results is returned',
    },
  },
  {
    path: 'time_range',
    property: {
      displayName: 'Time Range',
      name: 'timeRange',
      type: 'options',
      options: [
        { name: 'Day', value: 'day' },
        { name: 'Hour', value: 'hour' },
        { name: 'Month', value: 'month' },
        { name: 'Week', value: 'week' },
        { name: 'Year', value: 'year' },
      ],
      default: 'month',
      description: 'How old a page may be',
    },
  },
]

/** Both lists in one: those of pages have no effect unless results are scraped, which the service says. */
export const SEARCH_OPTIONS = byName(...ASKED, ...PAGE_OPTIONS, ADDITIONAL)

const search: Operation = {
  value: 'search',
  name: 'Search',
  action: 'Search the web',
  description: 'Find pages by words, and scrape them if you like',
  fields: [
    {
      displayName: 'Query',
      name: 'query',
      type: 'string',
      required: true,
      default: '',
      description: 'Words; "in quotes" as they stand, -without, this OR that, site:example.com',
    },
    {
      displayName: 'Number of Results',
      name: 'numResults',
      type: 'number',
      typeOptions: { minValue: 1 },
      default: 10,
      description: 'Most results that are returned',
    },
    {
      displayName: 'Scrape Results',
      name: 'scrapeResults',
      type: 'boolean',
      default: false,
      description: 'Whether each result is scraped too, which is charged like any scrape',
    },
    {
      ...SIMPLIFY,
      description:
        'Whether to return a simplified version of the response instead of the raw data: an item for each result',
    },
    { ...WAIT_AT_MOST, displayOptions: { show: { scrapeResults: [true] } } },
    optionsField(SEARCH_OPTIONS),
  ],
  async run(context, itemIndex) {
    const isScraped = flag(context, itemIndex, 'scrapeResults')
    const body = {
      num_results: number(context, itemIndex, 'numResults'),
      ...(isScraped && { scrape_results: true, formats: ['markdown'] }),
      ...readOptions(context, itemIndex, SEARCH_OPTIONS),
      query: text(context, itemIndex, 'query'),
    }
    const reply = await ask(context, { method: 'POST', path: '/search', body, itemIndex })
    const begun = reply.body as IDataObject
    const done =
      reply.statusCode === 202
        ? await waitFor(context, {
            path: `/search/${begun.search_id}`,
            itemIndex,
            atMost: number(context, itemIndex, 'waitAtMost'),
            isDone: ({ status }) => status === 'completed',
            later: `the scraped pages are the jobs of search ${begun.search_id}`,
          })
        : begun
    if (!flag(context, itemIndex, 'simplify')) return [{ json: done }]
    return (done.results as IDataObject[]).map((result) => ({ json: simplifyResult(result) }))
  },
}

function simplifyResult({ scrape, content, ...result }: IDataObject): IDataObject {
  const { error } = (scrape ?? {}) as IDataObject
  return { ...result, ...(content as IDataObject | undefined), ...(error ? { error } : {}) }
}

export const web: Resource = { value: 'web', name: 'Web', usual: 'search', operations: [search] }
