import type { Cli } from '../cli.ts'
import { command, type Run } from '../command.ts'
import { writeFacts } from '../output/table.ts'

export const whoami = (run: Run) =>
  command('whoami', 'Who you are, at which server, and what you have.').action(run(showCaller))

async function showCaller(cli: Cli): Promise<void> {
  const [client, target] = await Promise.all([cli.client(), cli.target()])
  const [me, balance] = await Promise.all([
    client.auth.me({ signal: cli.signal }),
    client.billing.balance({ signal: cli.signal }),
  ])
  const { url, profile, keyFrom } = target
  if (cli.flags.json || !cli.out.isTerminal)
    return cli.out.json({ server: url, profile, key_from: keyFrom, me, balance })
  writeFacts(cli.out, {
    server: url,
    profile,
    'key from': keyFrom,
    person: me.email ?? me.name,
    account: me.account_id,
    'credits available': balance.available_credits,
    'spend tier': me.tier_info.name,
    'requests a minute': me.tier_info.requests_per_minute,
    'at once': me.tier_info.concurrent_requests,
  })
}
