import type { Schemas } from '@gleaner/sdk'
import { Argument } from 'commander'
import type { Cli } from '../cli.ts'
import { command, type Run } from '../command.ts'
import { misuse } from '../failure.ts'
import { number } from '../input/option-readers.ts'
import { readPageAddress } from '../input/page-address.ts'
import { type PageValues, pageRequest, withPageOptions } from '../input/page-options.ts'
import { readPeriod } from '../input/read-period.ts'
import { renderMarkdown } from '../output/markdown.ts'
import { styled } from '../output/styled.ts'
import { followMonitor } from '../work/follow-monitor.ts'
import { type PageLook, watchPages } from '../work/watch-pages.ts'

interface Values extends PageValues {
  every: number
  exact?: true
  checks?: number
  keep?: true
  monitor?: string
  end?: string
}

const DEFAULT_EVERY = '10m'

export const watch = (run: Run) =>
  withPageOptions(
    command('watch', 'Show what changes on pages, as it changes, until Ctrl-C.')
      .addArgument(new Argument('[addresses...]', 'pages; they are fetched, and paid, at each look'))
      .option('--every <time>', 'how often, such as 30s, 10m or 6h', readPeriod, readPeriod(DEFAULT_EVERY))
      .option('--exact', 'every line, link and image; else what the page says, without dates, counters and advertisements')
      .option('--checks <n>', 'end after so many looks', number)
      .option('--keep', 'make a monitor at the server, which goes on without this command, and follow it')
      .option('--monitor <id>', 'follow a monitor that is there')
      .option('--end <id>', 'delete a monitor that --keep has made'),
    ['format', 'schema', 'prompt', 'cache', 'whole-page'],
  ).action(run(watchChanges)) // biome-ignore format: a list

async function watchChanges(cli: Cli, addresses: string[], values: Values): Promise<void> {
  const client = await cli.client()
  if (values.end !== undefined) return await client.monitors.delete(values.end, { signal: cli.signal })
  if (values.monitor !== undefined) return await follow(cli, client, values.monitor, values)
  const pages = addresses.map(readPageAddress)
  if (pages.length === 0)
    throw misuse('What is watched is missing.', 'Name pages, or a monitor by --monitor.')
  if (values.keep) return await follow(cli, client, await makeMonitor(cli, client, pages, values), values)
  const request = await pageRequest(cli, values)
  const plan = { pages, request, seconds: values.every, isExact: values.exact === true, most: values.checks }
  for await (const look of watchPages(client, plan, cli.signal)) {
    cli.progress.clear()
    showLook(cli, look)
    cli.progress.show(`watching; the next look is in ${values.every} s, Ctrl-C ends it`)
  }
}

/** A change for people; in a pipe every look as JSON, so that a program sees that it is alive. */
function showLook(cli: Cli, look: PageLook): void {
  const { url, at, tracking, error } = look
  const status = error ? 'error' : (tracking?.change_status ?? 'new')
  if (!cli.out.isTerminal || cli.flags.json)
    cli.out.json({ at, url, status, diff: tracking?.diff?.text, error: error?.message })
  else if (error) cli.warn(`${url}: ${error.message}`)
  else if (status !== 'same') showChange(cli, at, SAYS[status]!, url, tracking?.diff?.text ?? '')
}

function showChange({ out }: Cli, at: string, what: string, url: string, diff: string): void {
  out.line([
    styled('dim', at.slice(11, 19)),
    ' ',
    styled(what === SAYS.removed ? 'red' : 'green', what),
    ' ',
    url,
  ])
  if (diff !== '') for (const line of renderMarkdown(diff, out.columns - 9)) out.line(['         ', line])
}

const SAYS: Record<string, string> = { new: 'watched', changed: 'changed', removed: 'is gone' }

type Client = Awaited<ReturnType<Cli['client']>>

async function makeMonitor(cli: Cli, client: Client, pages: string[], values: Values): Promise<string> {
  const { every, exact } = values
  const options = await pageRequest(cli, values)
  const { id, name } = await client.monitors.create(
    {
      name: `gleaner watch ${new URL(pages[0]!).host}`.slice(0, 80),
      urls: pages,
      check_interval: `every ${Math.max(1, Math.round(every / 60))} minutes`,
      diff_mode: exact ? 'exact' : 'semantic',
      ...(Object.keys(options).length > 0 && { options }),
    } as Schemas['MonitorCreate'],
    { signal: cli.signal },
  )
  cli.note(`monitor ${id}, "${name}"`)
  return id
}

async function follow(cli: Cli, client: Client, id: string, { checks }: Values): Promise<void> {
  cli.goOn = [
    `The monitor goes on: \`gleaner watch --monitor ${id}\` follows it, \`gleaner watch --end ${id}\` deletes it.`,
  ]
  for await (const change of followMonitor(client, id, { most: checks, signal: cli.signal })) {
    cli.progress.clear()
    if (!cli.out.isTerminal || cli.flags.json) cli.out.json(change)
    else showChange(cli, change.created_at, SAYS[change.kind] ?? change.kind, change.url, change.text)
  }
}
