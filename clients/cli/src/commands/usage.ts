import type { Fields } from '@gleaner/sdk'
import type { Cli } from '../cli.ts'
import { command, type Run } from '../command.ts'
import { showList } from '../output/lists.ts'
import { writeFacts } from '../output/table.ts'

interface Values {
  by?: string
  from?: string
  to?: string
}

export const usage = (run: Run) =>
  command('usage', 'Balance, requests and what they cost.')
    .option('--by <groups>', 'rows by day, hour, key, tier, domain or kind; up to three, with commas')
    .option('--from <day>', 'from this day on, such as 2026-11-01; by default from the first of the month')
    .option('--to <day>', 'to this day')
    .action(run(showUsage))

async function showUsage(cli: Cli, { by, from, to }: Values): Promise<void> {
  const client = await cli.client()
  const period = { ...(from && { start_date: from }), ...(to && { end_date: to }) }
  if (by !== undefined) {
    const report = await client.usage.report({ ...period, group_by: by } as Fields<'getUsageReport'>, {
      signal: cli.signal,
    })
    const { rows } = report as { rows: Record<string, string | number | null>[] }
    return showList(cli, report as object, rows, (row) => row)
  }
  const [used, balance] = await Promise.all([
    client.usage.get(period, { signal: cli.signal }),
    client.billing.balance({ signal: cli.signal }),
  ])
  if (cli.flags.json || !cli.out.isTerminal) return cli.out.json({ balance, usage: used })
  const { requests, rate_limits: limits, period: time } = used
  writeFacts(cli.out, {
    'credits available': balance.available_credits,
    'credits held': balance.held_credits || undefined,
    balance: balance.balance_display,
    period: `${time.start.slice(0, 10)} to ${time.end.slice(0, 10)}`,
    'credits used': used.credits_used_month,
    requests: `${requests.total}: ${requests.successful} delivered, ${requests.failed} failed, ${requests.cached} from the cache`,
    'requests a minute': `${limits.requests_per_minute}, ${limits.current_usage} used now`,
  })
}
