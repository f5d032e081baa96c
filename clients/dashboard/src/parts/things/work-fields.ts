import { withScheme } from '../../api/with-scheme.ts'
import * as words from '../../words/index.ts'
import { type FormField, type FormValues, wordsOf } from './things.ts'

/** What may be done again and again, by the field of the request that says it. */
export type WorkKind = 'url' | 'urls' | 'crawl' | 'map' | 'search'

const isOf =
  (...kinds: readonly WorkKind[]) =>
  ({ work }: FormValues) =>
    kinds.includes(work as WorkKind)

/** Asks for the kind of work, by what each is called, and for what that kind needs. */
export function workFields(
  label: string,
  kinds: readonly (readonly [kind: WorkKind, label: string])[],
): readonly FormField[] {
  return [
    {
      name: 'work',
      label,
      kind: 'select',
      initial: kinds[0]![0],
      options: kinds.map(([value, label]) => ({ value, label })),
    },
    {
      name: 'url',
      label: words.things.work.page,
      placeholder: 'https://',
      required: true,
      when: isOf('url'),
    },
    {
      name: 'urls',
      label: words.work.batches.urls,
      kind: 'area',
      placeholder: words.work.batches.example,
      required: true,
      when: isOf('urls'),
    },
    {
      name: 'start',
      label: words.work.crawls.url,
      placeholder: 'https://',
      required: true,
      when: isOf('crawl', 'map'),
    },
    {
      name: 'max_pages',
      label: words.work.crawls.fields.maxPages,
      kind: 'number',
      initial: '100',
      when: isOf('crawl', 'map'),
    },
    {
      name: 'query',
      label: words.things.work.query,
      hint: words.things.work.queryHint,
      required: true,
      when: isOf('search'),
    },
    {
      name: 'num_results',
      label: words.things.work.results,
      kind: 'number',
      initial: '10',
      when: isOf('search'),
    },
    { name: 'scrape_results', label: words.things.work.scrape, kind: 'check', when: isOf('search') },
  ]
}

/** The work as the API takes it. */
export function workOf(values: FormValues): Partial<Record<WorkKind, unknown>> {
  const { url, urls, start, max_pages, query, num_results, scrape_results } = values
  const site = () => ({ url: withScheme(String(start).trim()), max_pages: Number(max_pages) })
  const made: Record<WorkKind, () => unknown> = {
    url: () => withScheme(String(url).trim()),
    urls: () => (wordsOf(urls) ?? []).map(withScheme),
    crawl: site,
    map: site,
    search: () => ({
      query: String(query).trim(),
      num_results: Number(num_results),
      ...(scrape_results === true && { scrape_results }),
    }),
  }
  const kind = values.work as WorkKind
  return { [kind]: made[kind]() }
}
