import { basename } from 'node:path'
import type { Gleaner } from '@gleaner/sdk'
import { Argument } from 'commander'
import type { Cli } from '../cli.ts'
import { command, type Run } from '../command.ts'
import { misuse } from '../failure.ts'
import { writeWhole } from '../files/write-inside.ts'
import { type PageValues, pageRequest, withPageOptions } from '../input/page-options.ts'
import { readInput } from '../input/read-input.ts'
import { asFile, DEFAULT_FORMAT, formatOfFile, showContent, valueIn } from '../output/content.ts'

interface Values extends PageValues {
  output?: string
  sourceUrl?: string
  ocr?: true
  name?: string
}

const EXCEPT = [
  'tier',
  'max-tier',
  'max-credits',
  'render',
  'wait-for',
  'mobile',
  'country',
  'language',
  'session',
  'header',
  'cookie',
  'cache',
]

export const parse = (run: Run) =>
  withPageOptions(
    command('parse', 'Read a file of yours: a page, a PDF, an Office document, an image.')
      .addArgument(new Argument('<file>', 'the file; - is what is piped in'))
      .option('-o, --output <file>', 'write to a file, in the format of its name')
      .option('--source-url <address>', 'where the file is from: its links are resolved against that')
      .option('--ocr', 'read the text of an image')
      .option('--name <name>', 'what the file is called, where it is piped in'),
    EXCEPT,
  ).action(run(parseFile))

async function parseFile(cli: Cli, path: string, values: Values): Promise<void> {
  const client = await cli.client()
  const request = await pageRequest(cli, values)
  const byName = values.output === undefined ? undefined : formatOfFile(values.output)
  const formats = (request.formats ?? [
    byName ?? (request.extraction_schema ? 'json' : DEFAULT_FORMAT),
  ]) as string[]
  if (values.output !== undefined && formats.length > 1) throw misuse('A file takes one format.')
  const data = await readInput(path, cli.stdin)
  const name = values.name ?? (path === '-' ? undefined : basename(path))
  cli.progress.show('reading …')
  const reply = await client.parses.create(
    {
      ...request,
      formats,
      file: new Uint8Array(data),
      ...(name !== undefined && { filename: name }),
      ...(values.sourceUrl !== undefined && { source_url: values.sourceUrl }),
      ...(values.ocr && { mode: 'ocr' }),
    } as unknown as Parameters<Gleaner['parses']['create']>[0],
    { signal: cli.signal },
  )
  const result =
    'content' in reply ? reply : (await client.jobs.wait(reply.job_id, { signal: cli.signal })).result
  cli.progress.clear()
  for (const warning of result.warnings ?? []) cli.warn(warning)
  const [format = DEFAULT_FORMAT] = formats
  if (values.output !== undefined) await writeWhole(values.output, asFile(valueIn(result, format)))
  else if (cli.flags.json) cli.out.json(result)
  else if (formats.length === 1) showContent(cli.out, valueIn(result, format), format)
  else cli.out.json(Object.fromEntries(formats.map((each) => [each, valueIn(result, each)])))
  cli.note(`${result.billing.total_credits} credits`)
}
