import type { Fields } from '@gleaner/sdk'
import { Argument } from 'commander'
import type { Cli } from '../cli.ts'
import { command, type Run } from '../command.ts'
import { number } from '../input/option-readers.ts'
import { type PageValues, pageRequest, withPageOptions } from '../input/page-options.ts'
import { styled } from '../output/styled.ts'
import { wrap } from '../output/wrap.ts'

interface Values extends PageValues {
  limit?: number
  page?: number
  domain?: string
  scrape?: true
}

/** Which of a page's options a search has: results are of strangers' hosts. */
const EXCEPT = ['session', 'header', 'cookie', 'prompt', 'country', 'language']

export const search = (run: Run) =>
  withPageOptions(
    command('search', 'Search the web, and fetch what is found.')
      .addArgument(new Argument('<words...>', 'what is searched'))
      .option('-n, --limit <n>', 'most results', number)
      .option('--page <n>', 'which page of the results', number)
      .option('--domain <host>', 'only results of this host')
      .option('--scrape', 'fetch each result; with --format or --schema by itself')
      .option('--country <code>', 'country that results are for, such as DE')
      .option('--language <code>', 'language that results are for, such as de'),
    EXCEPT,
  ).action(run(searchWeb))

async function searchWeb(cli: Cli, words: string[], values: Values): Promise<void> {
  const client = await cli.client()
  const { country, language, ...ofPages } = values
  const request = await pageRequest(cli, ofPages)
  const isScraping = values.scrape || Object.keys(request).length > 0
  cli.progress.show('searching …')
  const begun = await client.searches.create(
    {
      query: words.join(' '),
      ...request,
      ...(values.limit !== undefined && { num_results: values.limit }),
      ...(values.page !== undefined && { page: values.page }),
      ...(values.domain !== undefined && { domain: values.domain }),
      ...(typeof country === 'string' && { country }),
      ...(typeof language === 'string' && { language }),
      ...(isScraping && { scrape_results: true }),
    } as Fields<'createSearch'>,
    { signal: cli.signal },
  )
  cli.goOn = [`The service goes on fetching what was found.`]
  const found =
    begun.status === 'completed' ? begun : await client.searches.wait(begun.search_id, { signal: cli.signal })
  cli.progress.clear()
  for (const warning of found.warnings ?? []) cli.warn(warning)
  show(cli, found)
  cli.note(`${found.results_count} results by ${found.engine}, ${found.credits_used} credits`)
}

type Found = Awaited<ReturnType<Awaited<ReturnType<Cli['client']>>['searches']['wait']>>

function show({ out, flags }: Cli, found: Found): void {
  if (flags.json) {
    out.json(found)
    return
  }
  for (const result of found.results) {
    if (!out.isTerminal) {
      out.json(result)
      continue
    }
    out.line([styled('bold', `${result.position}. ${result.title}`)])
    out.line(['   ', styled('underline', result.url)])
    for (const line of wrap(result.snippet, Math.min(100, out.columns - 4)))
      out.line(['   ', styled('dim', line)])
  }
}
