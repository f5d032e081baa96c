import type { Fields } from '@gleaner/sdk'
import { Argument } from 'commander'
import type { Cli } from '../cli.ts'
import { command, type Run } from '../command.ts'
import { number } from '../input/option-readers.ts'
import { readPageAddress } from '../input/page-address.ts'
import { type PageValues, pageRequest, withPageOptions } from '../input/page-options.ts'
import { writeFacts } from '../output/table.ts'

interface Values extends PageValues {
  crawl?: true
  maxPages?: number
}

export const estimate = (run: Run) =>
  withPageOptions(
    command('estimate', 'What a page or a crawl would probably cost; nothing is charged.')
      .addArgument(new Argument('<address>', 'the page, or where the crawl begins'))
      .option('--crawl', 'of a crawl')
      .option('--max-pages <n>', 'most pages of the crawl', number),
  ).action(run(estimateCost))

async function estimateCost(cli: Cli, address: string, values: Values): Promise<void> {
  const client = await cli.client()
  const request = { ...(await pageRequest(cli, values)), url: readPageAddress(address) }
  const isCrawl = values.crawl || values.maxPages !== undefined
  cli.progress.show('estimating …')
  const reply = isCrawl
    ? await client.crawls.estimate(
        {
          ...request,
          ...(values.maxPages !== undefined && { max_pages: values.maxPages }),
        } as Fields<'postCrawlEstimate'>,
        { signal: cli.signal },
      )
    : await client.estimate(request as Fields<'postEstimate'>, { signal: cli.signal })
  cli.progress.clear()
  for (const warning of reply.warnings ?? []) cli.warn(warning)
  if (cli.flags.json || !cli.out.isTerminal) return cli.out.json(reply)
  writeFacts(cli.out, {
    pages: 'estimated_pages' in reply ? reply.estimated_pages : undefined,
    tier: reply.estimated_tier,
    'credits, probably': reply.estimated_credits,
    'credits, at most': reply.max_possible_credits,
    dollars: reply.estimated_cost_dollars,
    'how sure': reply.confidence,
    because: reply.reasoning,
  })
}
