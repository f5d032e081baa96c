import type { Fields } from '@gleaner/sdk'
import { CHOICES } from '@gleaner/sdk/choices'
import { Argument } from 'commander'
import type { Cli } from '../cli.ts'
import { command, type Run } from '../command.ts'
import { misuse } from '../failure.ts'
import { writeWhole } from '../files/write-inside.ts'
import { oneOf } from '../input/option-readers.ts'
import { readPageAddress } from '../input/page-address.ts'
import { type PageValues, pageRequest, withPageOptions } from '../input/page-options.ts'

interface Values extends PageValues {
  output?: string
  profile?: string
  as?: string
  template?: string
  evidence?: true
}

const PROFILES = CHOICES.postExtract.extraction_profile

export const extract = (run: Run) =>
  withPageOptions(
    command('extract', 'Get data out of a page: by a schema, a template, a prompt, or what it is about.')
      .addArgument(new Argument('<address>', 'the page'))
      .option('--as <kind>', `a ready-made schema: ${PROFILES.join(', ')}`, oneOf(PROFILES))
      .option('--template <name>', 'a template of yours')
      .option('--evidence', 'where on the page each field is from')
      .option('-o, --output <file>', 'write the data to a file'),
    ['cache'],
  ).action(run(extractData))

async function extractData(cli: Cli, address: string, values: Values): Promise<void> {
  const client = await cli.client()
  const request = {
    ...(await pageRequest(cli, values)),
    url: readPageAddress(address),
    ...(values.as && { extraction_profile: values.as }),
    ...(values.template && { template: values.template }),
    ...(values.evidence && { evidence: true }),
  } as Fields<'postExtract'>
  cli.progress.show('extracting …')
  const reply = await client.extracts.create(request, { signal: cli.signal })
  const done = 'formats' in reply ? reply : await later(cli, client, reply as { extract_id: string })
  cli.progress.clear()
  for (const warning of done.warnings) cli.warn(warning)
  const data =
    done.extraction_result ?? done.filtered_content ?? (done.formats as Record<string, unknown>).json
  if (data === undefined && !cli.flags.json)
    throw misuse('Nothing was extracted.', '--schema or --as says what is wanted.')
  const shown = cli.flags.json ? done : values.evidence ? { data, evidence: done.evidence } : data
  if (values.output === undefined) cli.out.json(shown)
  else await writeWhole(values.output, `${JSON.stringify(shown, undefined, 2)}\n`)
  if (done.missing_fields.length > 0) cli.note(`not found: ${done.missing_fields.join(', ')}`)
  cli.note(`${done.extraction_method}, ${done.credits_used} credits`)
}

type Client = Awaited<ReturnType<Cli['client']>>
type Extracted = Extract<Awaited<ReturnType<Client['extracts']['get']>>, { formats: unknown }>

/** Waits for the job of an extraction, then reads what came of it. */
async function later(
  cli: Cli,
  client: Client,
  { extract_id: id }: { extract_id: string },
): Promise<Extracted> {
  await client.jobs.wait(id, { signal: cli.signal })
  return (await client.extracts.get(id, { signal: cli.signal })) as Extracted
}
