import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Argument } from 'commander'
import type { Cli } from '../cli.ts'
import { command, type Run } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { explainError } from '../explain-error.ts'
import { misuse } from '../failure.ts'
import { pagePath } from '../files/page-path.ts'
import { writeInside, writeWhole } from '../files/write-inside.ts'
import { number } from '../input/option-readers.ts'
import { readPageAddress } from '../input/page-address.ts'
import { type PageValues, pageRequest, withPageOptions } from '../input/page-options.ts'
import {
  asFile,
  DEFAULT_FORMAT,
  endingOf,
  formatOfFile,
  type ScrapeResult,
  showContent,
  valueIn,
} from '../output/content.ts'
import { inOrder } from '../work/in-order.ts'
import { type ScrapeRequest, scrapePage } from '../work/scrape-page.ts'

interface Values extends PageValues {
  output?: string
  screenshot?: string | true
  pdf?: string | true
  concurrency: number
}

const AT_ONCE = 3

export const scrape = (run: Run) =>
  withPageOptions(
    command('scrape', 'Fetch pages, and show what they say.')
      .addArgument(new Argument('<addresses...>', 'pages; of several each is a line of JSON in a pipe'))
      .option('-o, --output <path>', 'write to a file, of several pages or formats to files below a folder')
      .option('--screenshot [file]', 'a picture of the whole page, by default <host>.png')
      .option('--pdf [file]', 'the page as a PDF, by default <host>.pdf')
      .option('--concurrency <n>', 'pages at once', number, AT_ONCE),
  ).action(run(scrapePages))

async function scrapePages(cli: Cli, addresses: string[], values: Values): Promise<void> {
  const pages = addresses.map(readPageAddress)
  const request = await requestOf(cli, values, pages.length)
  const client = await cli.client()
  const formats = request.formats as string[]
  const plan: Plan = {
    isAlone: pages.length === 1,
    formats,
    toFolder: await isFolder(values.output, pages.length > 1 || formats.length > 1),
    values,
  }
  cli.progress.show(`${pages[0]} …`)
  const results = inOrder(pages, Math.max(1, values.concurrency), (url) =>
    scrapePage(client, { ...request, url }, cli.signal),
  )
  for await (const done of results) {
    cli.signal.throwIfAborted()
    cli.progress.clear()
    if ('made' in done) await deliver(cli, done.made, plan)
    else if (plan.isAlone) throw done.error
    else {
      cli.exitCode = EXIT.pageFailed
      tellFailure(cli, done.item, done.error, plan)
    }
    await cli.out.room()
  }
}

interface Plan {
  isAlone: boolean
  formats: readonly string[]
  toFolder: boolean
  values: Values
}

async function requestOf(cli: Cli, values: Values, pages: number): Promise<Omit<ScrapeRequest, 'url'>> {
  if (pages > 1 && (typeof values.screenshot === 'string' || typeof values.pdf === 'string'))
    throw misuse(
      'A file can be named for one page only.',
      'Leave the name out: each is called by its address.',
    )
  const request = (await pageRequest(cli, values)) as Omit<ScrapeRequest, 'url'>
  const byName = values.output === undefined ? undefined : formatOfFile(values.output)
  request.formats ??= [(byName ?? (request.extraction_schema ? 'json' : DEFAULT_FORMAT)) as never]
  if (values.screenshot || values.pdf)
    request.advanced = {
      ...request.advanced,
      render_js: true,
      ...(values.screenshot && { screenshot: true }),
      ...(values.pdf && { generate_pdf: true }),
    }
  return request
}

async function isFolder(output: string | undefined, isNeeded: boolean): Promise<boolean> {
  if (output === undefined) return false
  const known = await stat(output).catch(() => undefined)
  if (known?.isFile() && isNeeded)
    throw misuse(`${output} is a file, and there is more than one to write.`, 'Name a folder.')
  return known?.isDirectory() || isNeeded || /[\\/]$/.test(output)
}

async function deliver(cli: Cli, result: ScrapeResult, plan: Plan): Promise<void> {
  for (const warning of result.warnings ?? []) cli.warn(warning)
  await saveFiles(cli, result, plan)
  if (plan.values.output !== undefined) await write(cli, result, plan)
  else show(cli, result, plan)
  const { billing, response_time_ms, cached, status_code } = result
  const cost = cached ? 'from the cache' : `tier ${billing.tier_used}, ${billing.total_credits} credits`
  cli.note(`${status_code} ${result.final_url}, ${cost}, ${(response_time_ms / 1000).toFixed(1)} s`)
}

/** The picture and the PDF of a page. */
async function saveFiles(cli: Cli, result: ScrapeResult, { values }: Plan): Promise<void> {
  for (const [wanted, link, ending] of [
    [values.screenshot, result.screenshot_url, '.png'],
    [values.pdf, result.pdf_url, '.pdf'],
  ] as const) {
    if (!wanted) continue
    if (!link) throw misuse(`The service has made no ${ending} of ${result.url}.`)
    const { files } = await cli.client()
    const path = typeof wanted === 'string' ? wanted : nameOf(result.url, ending)
    await writeWhole(path, await (await files.download(link, { signal: cli.signal })).bytes())
    cli.note(`written: ${path}`)
  }
}

/** `example.com.png` of a host's first page, else `example.com-guide-intro.png`. */
function nameOf(url: string, ending: string): string {
  return pagePath(url, ending)
    .replace(/\/index(?=\.)/, '')
    .replaceAll('/', '-')
}

async function write(cli: Cli, result: ScrapeResult, { formats, toFolder, values }: Plan): Promise<void> {
  const output = values.output!
  if (cli.flags.json && !toFolder) return await writeWhole(output, asFile(result))
  for (const format of formats) {
    const data = asFile(valueIn(result, format), format === 'raw' ? result.raw_encoding : undefined)
    const path = pagePath(result.url, endingOf(format))
    if (toFolder) await writeInside(output, path, data)
    else await writeWhole(output, data)
    cli.note(`written: ${toFolder ? join(output, path) : output}`)
  }
}

function show(cli: Cli, result: ScrapeResult, { formats, isAlone, values }: Plan): void {
  const { out, flags } = cli
  if (flags.json) {
    out.json(result)
    return
  }
  // Who asks for a picture alone is not shown the text beside it.
  if ((values.screenshot || values.pdf) && values.format === undefined) return
  if (!isAlone && !out.isTerminal) {
    out.json({ url: result.url, ...byFormat(result, formats) })
    return
  }
  if (!isAlone) out.line(`── ${result.url}`)
  if (formats.length === 1) showContent(out, valueIn(result, formats[0]!), formats[0]!)
  else out.json(byFormat(result, formats))
}

function byFormat(result: ScrapeResult, formats: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(formats.map((format) => [format, valueIn(result, format)]))
}

function tellFailure(cli: Cli, url: string, error: unknown, { values }: Plan): void {
  const { message, exitCode } = explainError(error)
  // What concerns all of them ends the command.
  if (![EXIT.pageFailed, EXIT.usage, EXIT.timeout].includes(exitCode as never)) throw error
  cli.warn(`${url}: ${message}`)
  if (values.output === undefined && (cli.flags.json || !cli.out.isTerminal))
    cli.out.json({ url, error: message, error_code: (error as { code?: string }).code })
}
