import { type IDataObject, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow'
import { read } from '../../shared/api.ts'
import { addresses, readOptions } from '../../shared/options.ts'
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
  WAIT,
  WAIT_AT_MOST,
} from '../fields.ts'
import type { Operation, Output, Resource } from '../operation.ts'
import { isSuccess, readAll, shapeEntries, shapeEntry } from '../pages-of.ts'
import { SCRAPE_OPTIONS } from './page.ts'

/** Of one request. */
const MOST_URLS = 1000

/** An address, and the input that has it. */
interface Entry {
  url: string
  owner: number
}

const create: Operation = {
  value: 'create',
  name: 'Create',
  action: 'Scrape many pages',
  description: 'Scrape many pages with one request',
  fields: [
    {
      displayName: 'URLs',
      name: 'urls',
      type: 'string',
      typeOptions: { rows: 4 },
      required: true,
      default: '',
      placeholder: 'https://example.com/',
      description: 'Pages, one a line; or an expression that gives a list',
    },
    {
      displayName: 'One Batch for All Items',
      name: 'together',
      type: 'boolean',
      default: true,
      description:
        'Whether the URLs of all input items make one batch, by the options of the first. Otherwise each item makes one.',
    },
    WAIT,
    ...[SIMPLIFY, ONLY_SUCCESSES, WAIT_AT_MOST].map((field) => shownIf('wait', true, field)),
    optionsField(SCRAPE_OPTIONS),
  ],
  isForAll: (context) => flag(context, 0, 'together'),
  runForAll: (context, inputs) =>
    scrapeAll(context, 0, Array.from({ length: inputs }, (_, owner) => entriesOf(context, owner)).flat()),
  run: (context, itemIndex) => scrapeAll(context, itemIndex, entriesOf(context, itemIndex)),
}

function entriesOf(context: IExecuteFunctions, owner: number): Entry[] {
  return addresses(context.getNodeParameter('urls', owner, '')).map((url) => ({ url, owner }))
}

async function scrapeAll(context: IExecuteFunctions, itemIndex: number, entries: Entry[]): Promise<Output[]> {
  if (entries.length === 0)
    throw new NodeOperationError(context.getNode(), "'URLs' names no page", {
      description: 'Enter addresses with their scheme, one a line.',
      itemIndex,
    })
  const options = readOptions(context, itemIndex, SCRAPE_OPTIONS)
  const outputs: Output[] = []
  for (let first = 0; first < entries.length; first += MOST_URLS) {
    const part = entries.slice(first, first + MOST_URLS)
    const body = { formats: ['markdown'], ...options, urls: part.map(({ url }) => url) }
    const accepted = await read(context, { method: 'POST', path: '/batch', body, itemIndex })
    if (!flag(context, itemIndex, 'wait')) outputs.push({ json: accepted, itemIndex: part[0]!.owner })
    else outputs.push(...(await resultsOf(context, itemIndex, accepted, part)))
  }
  return outputs
}

/** Results come in the order of the addresses, but for those that were left out. */
async function resultsOf(
  context: IExecuteFunctions,
  itemIndex: number,
  accepted: IDataObject,
  entries: Entry[],
): Promise<Output[]> {
  const id = String(accepted.batch_id)
  await waitForBatch(context, itemIndex, id)
  const skipped = new Set(((accepted.skipped ?? []) as { index: number }[]).map(({ index }) => index))
  const owners = entries.filter((_, index) => !skipped.has(index)).map(({ owner }) => owner)
  const shape = shapeOf(context, itemIndex)
  const results = await readAll(context, itemIndex, { path: `/batch/${id}/results` })
  return results
    .map((entry, index) => ({ entry, owner: owners[index] ?? itemIndex }))
    .filter(({ entry }) => !shape.onlySuccesses || isSuccess(entry))
    .map(({ entry, owner }) => ({ json: shapeEntry(entry, shape), itemIndex: owner }))
}

async function waitForBatch(context: IExecuteFunctions, itemIndex: number, id: string): Promise<void> {
  await waitFor(context, {
    path: `/batch/${encodeURIComponent(id)}`,
    query: { include_results: 'false' },
    itemIndex,
    atMost: number(context, itemIndex, 'waitAtMost'),
    isDone: ({ completed_at, status }) => completed_at !== null && status !== 'processing',
    later: `the operation 'Get Results' of 'Batch' reads ${id}`,
  })
}

function shapeOf(context: IExecuteFunctions, itemIndex: number) {
  return {
    simplify: flag(context, itemIndex, 'simplify'),
    onlySuccesses: flag(context, itemIndex, 'onlySuccesses'),
  }
}

async function giveResults(context: IExecuteFunctions, itemIndex: number, id: string): Promise<Output[]> {
  const path = `/batch/${encodeURIComponent(id)}/results`
  const results = await readAll(context, itemIndex, { path })
  return shapeEntries(results, shapeOf(context, itemIndex)).map((json) => ({ json }))
}

const BATCH_ID = idField('Batch ID', 'batchId', 'As the creation of the batch gives it')

export const batch: Resource = {
  value: 'batch',
  name: 'Batch',
  usual: 'create',
  operations: [
    create,
    {
      value: 'getResults',
      name: 'Get Results',
      action: 'Get results of a batch',
      description: 'Read what there is of a batch now, an item for each page',
      fields: [BATCH_ID, SIMPLIFY, ONLY_SUCCESSES],
      run: (context, itemIndex) => giveResults(context, itemIndex, text(context, itemIndex, 'batchId')),
    },
    {
      value: 'wait',
      name: 'Wait',
      action: 'Wait for a batch',
      description: 'Wait for the end of a batch, and read its results, an item for each page',
      fields: [BATCH_ID, SIMPLIFY, ONLY_SUCCESSES, WAIT_AT_MOST],
      async run(context, itemIndex) {
        const id = text(context, itemIndex, 'batchId')
        await waitForBatch(context, itemIndex, id)
        return giveResults(context, itemIndex, id)
      },
    },
  ],
}
