import type { Fields, Schemas } from '@gleaner/sdk'
import { CHOICES } from '@gleaner/sdk/choices'
import { Argument, Command } from 'commander'
import type { Cli } from '../cli.ts'
import { command, type Run } from '../command.ts'
import { number, oneOf } from '../input/option-readers.ts'
import { type PageValues, pageRequest, withPageOptions } from '../input/page-options.ts'
import { showList, when } from '../output/lists.ts'
import { writeFacts, writeTable } from '../output/table.ts'
import { cancelWork, readWork, retryWork } from '../work/any-work.ts'

interface ListValues {
  status?: (typeof STATES)[number]
  domain?: string
  batch?: string
  crawl?: string
  externalId?: string
  limit?: number
}

const STATES = CHOICES.listJobs.status
const ID = () => new Argument('<id>', 'a job, batch, crawl, search or extraction')

export const jobs = (run: Run) =>
  new Command('jobs')
    .summary('What you have asked for: list it, read it, cancel it, ask again.')
    .description('What you have asked for in the last 31 days.')
    .addCommand(
      command('list', 'The newest pages that you have asked for.')
        .option('--status <state>', `only those that are ${STATES.join(', ')}`, oneOf(STATES))
        .option('--domain <host>', 'only pages of this host')
        .option('--batch <id>', 'only pages of a batch')
        .option('--crawl <id>', 'only pages of a crawl')
        .option('--external-id <id>', 'only what you have given this id')
        .option('-n, --limit <n>', 'most entries, up to 100', number)
        .action(run(listJobs)),
    )
    .addCommand(
      command('get', 'What has become of it; of a page that failed, why.').addArgument(ID()).action(run(getJob)),
    )
    .addCommand(
      command('cancel', 'End what has not begun yet.').addArgument(ID()).action(run(cancelJob)),
    )
    .addCommand(
      withPageOptions(
        command('retry', 'Ask again for a page, or for the pages of a batch that failed; options go before those of then.'),
      )
        .addArgument(ID())
        .action(run(retryJob)),
    ) // biome-ignore format: a list

async function listJobs(cli: Cli, values: ListValues): Promise<void> {
  const client = await cli.client()
  const { status, domain, batch, crawl, externalId, limit } = values
  const query = { status, domain, batch_id: batch, crawl_id: crawl, external_id: externalId, limit }
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
  const list = await client.jobs.list(given as Fields<'listJobs'>, { signal: cli.signal })
  showList(cli, list, list.jobs, (job) => ({
    id: job.id,
    created: when(job.created_at),
    status: job.status,
    tier: job.tier,
    credits: job.credits,
    page: job.error_code ? `${job.url}  ${job.error_code}` : job.url,
  }))
}

async function getJob(cli: Cli, id: string): Promise<void> {
  const work = await readWork(await cli.client(), id, cli.signal)
  if (cli.flags.json || !cli.out.isTerminal) return cli.out.json(work.reply)
  if (work.kind === 'job') showJob(cli, work.reply)
  else writeFacts(cli.out, factsOf(work.reply))
}

/** A job with each attempt: which tier met what. */
function showJob({ out }: Cli, job: Schemas['Job']): void {
  const { result, error_details: details } = job
  writeFacts(out, {
    job: job.id,
    page: job.url,
    status: job.status,
    created: when(job.created_at),
    ended: when(job.completed_at ?? job.failed_at),
    batch: job.batch_id,
    crawl: job.crawl_id,
    title: result?.title,
    'answer of the site': result?.status_code,
    credits: result?.billing.total_credits,
    error: job.error_code,
    reason: job.error,
  })
  const billing = result?.billing ?? (details?.billing as Schemas['Billing'] | undefined)
  if (!billing || billing.escalations.length === 0) return
  out.line()
  writeTable(
    out,
    billing.escalations.map(({ tier, result: how, duration_ms, credits, error }) => ({
      tier,
      result: how,
      seconds: (duration_ms / 1000).toFixed(1),
      credits,
      reason: error,
    })),
    ['tier', 'result', 'seconds', 'credits', 'reason'],
  )
}

function factsOf(reply: object): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(reply).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value)),
  )
}

async function cancelJob(cli: Cli, id: string): Promise<void> {
  const { kind, reply } = await cancelWork(await cli.client(), id, cli.signal)
  if (cli.flags.json || !cli.out.isTerminal) return cli.out.json(reply)
  cli.out.line(`The ${kind} ${id} is cancelled, as far as it had not begun.`)
}

async function retryJob(cli: Cli, id: string, values: PageValues): Promise<void> {
  const { kind, reply } = await retryWork(await cli.client(), id, await pageRequest(cli, values), cli.signal)
  if (cli.flags.json || !cli.out.isTerminal) return cli.out.json(reply)
  cli.out.line(
    'batch_id' in reply
      ? `Asked again as batch ${reply.batch_id}: gleaner batch --resume ${reply.batch_id}`
      : `Asked again as ${kind} ${reply.job_id}: gleaner jobs get ${reply.job_id}`,
  )
}
