import { type IDataObject, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow'
import { ask } from '../../shared/api.ts'
import { readJson, readOptions } from '../../shared/options.ts'
import {
  ADDITIONAL,
  byName,
  NAMED_PAGE_OPTIONS,
  PAGE_OPTIONS,
  SCREENSHOT,
} from '../../shared/page-options.ts'
import {
  flag,
  number,
  optionsField,
  SIMPLIFY,
  shownIf,
  simplifyPage,
  text,
  URL,
  WAIT_AT_MOST,
} from '../fields.ts'
import type { Operation, Resource } from '../operation.ts'
import { waitForJob } from './job.ts'

export const SCRAPE_OPTIONS = byName(...PAGE_OPTIONS, ...NAMED_PAGE_OPTIONS, SCREENSHOT, ADDITIONAL)

const scrape: Operation = {
  value: 'scrape',
  name: 'Scrape',
  action: 'Scrape a page',
  description: 'Fetch a page and return it as Markdown, data or another format',
  fields: [URL, SIMPLIFY, WAIT_AT_MOST, optionsField(SCRAPE_OPTIONS)],
  async run(context, itemIndex) {
    const options = readOptions(context, itemIndex, SCRAPE_OPTIONS)
    const body = { formats: ['markdown'], ...options, url: text(context, itemIndex, 'url') }
    const reply = await ask(context, { method: 'POST', path: '/scrape', body, itemIndex })
    const result =
      reply.statusCode === 202
        ? await resultOf(context, itemIndex, String((reply.body as IDataObject).job_id))
        : (reply.body as IDataObject)
    return [{ json: flag(context, itemIndex, 'simplify') ? simplifyPage(result) : result }]
  },
}

/** What an extraction has another field for. */
const OF_SCRAPES = new Set(['cache', 'cache_ttl', 'extraction_schema', 'formats'])

export const EXTRACT_OPTIONS = byName(
  ...PAGE_OPTIONS.filter(({ path }) => !OF_SCRAPES.has(path)),
  ...NAMED_PAGE_OPTIONS.filter(({ path }) => path.startsWith('location.') || path === 'session_id'),
  {
    path: 'evidence',
    property: {
      displayName: 'Evidence',
      name: 'evidence',
      type: 'boolean',
      default: true,
      description: 'Whether to add the passage that each field was taken from',
    },
  },
  ADDITIONAL,
)

/** What tells an extraction which fields are wanted; the name is that of the request. */
const BY = [
  { name: 'Model and Prompt', value: 'extraction_prompt' },
  { name: 'Ready-Made Profile', value: 'extraction_profile' },
  { name: 'Schema', value: 'extraction_schema' },
]

const extract: Operation = {
  value: 'extract',
  name: 'Extract',
  action: 'Extract fields of a page',
  description: 'Read named fields from a page that is fetched, or from content that you have',
  fields: [
    {
      displayName: 'Source',
      name: 'source',
      type: 'options',
      options: [
        { name: 'Content', value: 'content' },
        { name: 'URL', value: 'url' },
      ],
      default: 'url',
    },
    shownIf('source', 'url', URL),
    shownIf('source', 'content', {
      displayName: 'Content',
      name: 'content',
      type: 'string',
      typeOptions: { rows: 5 },
      required: true,
      default: '',
      description: 'HTML, Markdown, text, or a PDF as base64',
    }),
    { displayName: 'Fields By', name: 'by', type: 'options', options: BY, default: 'extraction_schema' },
    shownIf('by', 'extraction_schema', {
      displayName: 'Schema',
      name: 'schema',
      type: 'json',
      required: true,
      default: '{\n  "title": "string",\n  "price": "number"\n}',
      description: 'Names and types, or a JSON Schema. No model is asked.',
    }),
    shownIf('by', 'extraction_prompt', {
      displayName: 'Prompt',
      name: 'prompt',
      type: 'string',
      typeOptions: { rows: 3 },
      required: true,
      default: '',
      description:
        'What is to be extracted, in plain words. A model of yours is asked, by the key that Gleaner has.',
    }),
    shownIf('by', 'extraction_profile', {
      displayName: 'Profile',
      name: 'profile',
      type: 'options',
      options: NAMED_PAGE_OPTIONS.find(({ path }) => path === 'extraction_profile')!.property.options!,
      default: 'auto',
    }),
    WAIT_AT_MOST,
    optionsField(EXTRACT_OPTIONS),
  ],
  async run(context, itemIndex) {
    const source = text(context, itemIndex, 'source')
    const by = text(context, itemIndex, 'by')
    const wanted = {
      extraction_schema: () =>
        readJson(context, itemIndex, 'Schema', context.getNodeParameter('schema', itemIndex)),
      extraction_prompt: () => text(context, itemIndex, 'prompt'),
      extraction_profile: () => text(context, itemIndex, 'profile'),
    }[by]!()
    const body = {
      ...readOptions(context, itemIndex, EXTRACT_OPTIONS),
      [source]: text(context, itemIndex, source),
      [by]: wanted,
    }
    const reply = await ask(context, { method: 'POST', path: '/extract', body, itemIndex })
    const answer = reply.body as IDataObject
    if (reply.statusCode !== 202) return [{ json: answer }]
    return [{ json: await resultOf(context, itemIndex, String(answer.job_id)) }]
  },
}

async function resultOf(context: IExecuteFunctions, itemIndex: number, jobId: string): Promise<IDataObject> {
  const job = await waitForJob(context, itemIndex, jobId, number(context, itemIndex, 'waitAtMost'))
  if (job.status !== 'failed') return job.result as IDataObject
  throw new NodeOperationError(context.getNode(), String(job.error), {
    description: `${job.error_code}, job ${jobId}`,
    itemIndex,
  })
}

export const page: Resource = { value: 'page', name: 'Page', usual: 'scrape', operations: [extract, scrape] }
