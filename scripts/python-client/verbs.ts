import { argumentsText, documentation, parametersText } from './groups.ts'
import type { Field, PythonMethod } from './operations.ts'

/** What is called on the client itself and gives the whole result: of pages that are waited for, of many pages one by one. */
interface Verb {
  operation: string
  /** The method, written by hand, that does it. */
  by: string
  /** Fields that it sets itself. */
  without?: readonly string[]
  answer: string
  /** Its answer with data by a schema. */
  withData?: string
  isIterated?: true
  takesFile?: true
}

export const VERBS: Readonly<Record<string, Verb>> = {
  scrape: {
    operation: 'postScrape',
    by: '_scrape',
    without: ['sync'],
    answer: 'm.ScrapeResult',
    withData: 'Scraped',
  },
  parse: {
    operation: 'postParse',
    by: '_parse',
    without: ['sync', 'content', 'encoding'],
    takesFile: true,
    answer: 'm.ScrapeResult',
    withData: 'Scraped',
  },
  extract: {
    operation: 'postExtract',
    by: '_extract',
    without: ['batch_id', 'crawl_id', 'monitor_id', 'from', 'to', 'limit', 'offset'],
    answer: 'Extracted[Any]',
    withData: 'Extracted',
  },
  map: { operation: 'createMap', by: '_map', answer: 'm.SiteMap' },
  search: { operation: 'createSearch', by: '_search', answer: 'm.Search' },
  batch: { operation: 'createBatch', by: '_batch', answer: 'm.Job', isIterated: true },
  crawl: { operation: 'createCrawl', by: '_crawl', answer: 'm.CrawlPage', isIterated: true },
  events: {
    operation: 'streamEvents',
    by: '_events',
    answer: 'Union[m.FeedJobEvent, m.FeedBatchEvent, m.FeedCrawlEvent]',
    isIterated: true,
  },
}

export function verbText(name: string, methods: readonly PythonMethod[]): string {
  const { operation, by, without = [], answer, withData, isIterated, takesFile } = VERBS[name]!
  const whole = methods.find(({ of }) => of.operation === operation)!
  const method = {
    ...whole,
    name,
    // A file is no form of many pages, and of one page it is the first argument.
    of: { ...whole.of, facts: { ...whole.of.facts, body: whole.of.facts.body && ('json' as const) } },
    fields: [...(takesFile ? [FILE] : []), ...whole.fields.filter((field) => !without.includes(field.name))],
  }
  const given = argumentsText(method)
  if (isIterated)
    return `    def ${name}(${parametersText(method)}) -> AsyncIterator[${answer}]:
${documentation(method)}        return self.${by}(${given})
`
  if (!withData)
    return `    async def ${name}(${parametersText(method)}) -> ${answer}:
${documentation(method)}        return await self.${by}(${given})
`
  const withSchema = (schema: string) => parametersText(method).replace('*,', `*,\n        ${schema},`)
  const overloads = [
    [parametersText(method), answer],
    [withSchema('schema: Type[AnyModel]'), `${withData}[AnyModel]`],
    [withSchema('schema: Mapping[str, Any]'), `${withData}[Any]`],
  ].map(([parameters, type]) => `    @overload\n    async def ${name}(${parameters}) -> ${type}: ...\n`)
  return `${overloads.join('\n')}
    async def ${name}(${withSchema('schema: Any = OMIT')}) -> Any:
${documentation(method).replace('Args:\n', `Args:\n${SCHEMA_SAYS}`)}        return await self.${by}(${given}, schema=schema)
`
}

const FILE: Field = {
  name: 'file',
  argument: 'file',
  type: 'Union[str, File]',
  description: 'A text, or bytes or an open file, with a name or without one.',
  in: 'body',
  isRequired: true,
  isDeprecated: false,
}

const SCHEMA_SAYS = `            schema: What \`data\` of the result is to be: a model of pydantic, a JSON Schema, or names and types.
`
