import type { Fields, Gleaner } from '@gleaner/sdk'
import { Argument } from 'commander'
import type { Cli } from '../cli.ts'
import { command, type Run } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { misuse } from '../failure.ts'
import { oneOf } from '../input/option-readers.ts'
import { type PageValues, pageRequest, withPageOptions } from '../input/page-options.ts'
import { type Entry, formatOf, type InputFormat, readEntries } from '../input/read-entries.ts'
import { readInput } from '../input/read-input.ts'
import { DEFAULT_FORMAT } from '../output/content.ts'
import { inOneLine } from '../output/neutralise.ts'
import { cut } from '../output/width.ts'
import { deliverPages } from '../work/deliver-pages.ts'
import { pagesOfBatch } from '../work/page-of-work.ts'
import { type PageSink, sinkFor } from '../work/page-sink.ts'

interface Values extends PageValues {
  input?: InputFormat
  output?: string
  resume?: string
  wait: boolean
}

/** Of one request. */
const MOST_ENTRIES = 1_000
const INPUT_FORMATS = ['txt', 'csv', 'jsonl', 'json']

export const batch = (run: Run) =>
  withPageOptions(
    command('batch', 'Fetch all pages that a file names.')
      .addArgument(new Argument('[file]', 'addresses: a line each, a CSV with a column url, JSON or JSON lines; - is what is piped in'))
      .option('--input <form>', `how the file is written, where its name does not say it: ${INPUT_FORMATS.join(', ')}`, oneOf(INPUT_FORMATS))
      .option('-o, --output <path>', 'a .jsonl file, or a folder for a file of each page')
      .option('--resume <batch>', 'fetch the pages of a batch that was begun before')
      .option('--no-wait', 'send it and name it; fetch its pages later by --resume'),
  ).action(run(fetchBatch)) // biome-ignore format: a table

async function fetchBatch(cli: Cli, file: string | undefined, values: Values): Promise<void> {
  const client = await cli.client()
  const request = (await pageRequest(cli, values)) as Omit<Fields<'createBatch'>, 'urls'>
  request.formats ??= [request.extraction_schema ? 'json' : DEFAULT_FORMAT] as never
  const formats = request.formats as string[]
  if (values.resume !== undefined) {
    if (file !== undefined) throw misuse('A batch that goes on has its pages already; leave the file out.')
    const sink = await sinkFor(cli, values.output, formats, true)
    return await follow(cli, client, values.resume, sink, values)
  }
  const entries = await entriesOf(cli, file, values)
  for (let from = 0; from < entries.length; from += MOST_ENTRIES) {
    const part = entries.slice(from, from + MOST_ENTRIES)
    const left = entries.length - from - part.length
    const batchId = await start(cli, client, { ...request, urls: part }, part)
    if (!values.wait) cli.out.json({ batch_id: batchId, entries: part.length })
    else
      await follow(cli, client, batchId, await sinkFor(cli, values.output, formats, from === 0), values, left)
  }
}

async function entriesOf(cli: Cli, file: string | undefined, { input }: Values): Promise<Entry[]> {
  const name = file ?? '-'
  const text = (await readInput(name, cli.stdin)).toString('utf8')
  const { entries, faults } = readEntries(text, input ?? formatOf(name, text))
  for (const { line, text: what, reason } of faults) {
    cli.warn(`line ${line} is left out, as ${reason}: ${cut(inOneLine(what), 80)}`)
    cli.exitCode = EXIT.pageFailed
  }
  if (entries.length === 0) throw misuse(`There is no address in ${name}.`, '--input says how it is written.')
  return entries
}

/** Sends a batch; entries that the service refuses are told, and left out. */
async function start(
  cli: Cli,
  client: Gleaner,
  request: Fields<'createBatch'>,
  entries: readonly Entry[],
): Promise<string> {
  const accepted = await client.batches.create({ ...request, on_invalid: 'skip' }, { signal: cli.signal })
  for (const { index, message } of accepted.skipped ?? []) {
    cli.warn(`${entries[index]?.url} is left out: ${message}`)
    cli.exitCode = EXIT.pageFailed
  }
  return accepted.batch_id
}

async function follow(
  cli: Cli,
  client: Gleaner,
  batchId: string,
  sink: PageSink,
  { output }: Values,
  left = 0,
): Promise<void> {
  const to = output === undefined ? '' : ` -o ${output}`
  cli.goOn = [
    `The batch goes on: \`gleaner batch --resume ${batchId}${to}\` fetches its pages, \`gleaner jobs cancel ${batchId}\` ends it.`,
    ...(left > 0 ? [`${left} further addresses were not sent.`] : []),
  ]
  cli.note(`batch ${batchId}`)
  const { delivered, failed } = await deliverPages(cli, pagesOfBatch(client, batchId, cli.signal), sink)
  cli.note(`${delivered} pages, ${failed} failed${output === undefined ? '' : `, written to ${output}`}`)
  if (failed > 0) cli.note(`gleaner jobs retry ${batchId} fetches those that failed again`)
}
