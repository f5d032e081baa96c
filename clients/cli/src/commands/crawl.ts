import type { Fields, Gleaner } from '@gleaner/sdk'
import { CHOICES } from '@gleaner/sdk/choices'
import { Argument } from 'commander'
import type { Cli } from '../cli.ts'
import { command, type Run } from '../command.ts'
import { misuse } from '../failure.ts'
import { number, oneOf, several } from '../input/option-readers.ts'
import { readPageAddress } from '../input/page-address.ts'
import { type PageValues, pageRequest, withPageOptions } from '../input/page-options.ts'
import { DEFAULT_FORMAT } from '../output/content.ts'
import { deliverPages } from '../work/deliver-pages.ts'
import { readAbout, readIndexed, writeAbout } from '../work/page-index.ts'
import { pagesOfCrawl } from '../work/page-of-work.ts'
import { sinkFor } from '../work/page-sink.ts'
import { watchPause } from '../work/watch-pause.ts'

interface Values extends PageValues {
  out?: string
  resume?: string | true
  wait: boolean
  maxPages?: number
  maxDepth?: number
  includePath?: string[]
  excludePath?: string[]
  sitemap?: (typeof SITEMAP)[number]
  subdomains?: true
  robots: boolean
  delay?: number
}

const SITEMAP = CHOICES.createCrawl.sitemap

export const crawl = (run: Run) =>
  withPageOptions(
    command('crawl', 'Fetch the pages of a site, as they are found.')
      .addArgument(new Argument('[address]', 'where the crawl begins'))
      .option('-o, --out <folder>', 'a folder for a file of each page, with gleaner-pages.jsonl about all of them; or a .jsonl file')
      .option('--resume [crawl]', 'go on with a crawl: by its id, or that of the folder; pages that are there are not fetched again')
      .option('--max-pages <n>', 'most pages', number)
      .option('--max-depth <n>', 'most links away from the first page', number)
      .option('--include-path <glob>', 'only pages whose path matches, such as /blog/**; may be repeated', several)
      .option('--exclude-path <glob>', 'no pages whose path matches; may be repeated', several)
      .option('--sitemap <how>', `sitemaps beside links: ${SITEMAP.join(', ')}`, oneOf(SITEMAP))
      .option('--subdomains', 'pages of subdomains too')
      .option('--no-robots', 'do not obey robots.txt')
      .option('--delay <seconds>', 'least time between two requests', number)
      .option('--no-wait', 'begin it and name it; fetch its pages later by --resume'),
  ).action(run(crawlSite)) // biome-ignore format: a table

async function crawlSite(cli: Cli, address: string | undefined, values: Values): Promise<void> {
  const client = await cli.client()
  const { crawlId, formats } = await (values.resume
    ? resumed(values, address)
    : begin(cli, client, address, values))
  if (!values.wait) return cli.out.json({ crawl_id: crawlId })
  const to = values.out === undefined ? '' : ` --out ${values.out}`
  cli.goOn = [
    `The crawl goes on: \`gleaner crawl --resume ${crawlId}${to}\` fetches what is missing, \`gleaner jobs cancel ${crawlId}\` ends it.`,
  ]
  cli.note(`crawl ${crawlId}`)
  const known = values.out === undefined ? new Set<string>() : await readIndexed(values.out)
  const sink = await sinkFor(cli, values.out, formats, !values.resume)
  const watch = watchPause(cli, client, crawlId)
  try {
    const { delivered, failed } = await deliverPages(
      cli,
      pagesOfCrawl(client, crawlId, cli.signal),
      sink,
      known,
    )
    const before = known.size > 0 ? ` beside ${known.size} from before` : ''
    cli.note(
      `${delivered} pages${before}, ${failed} failed${values.out === undefined ? '' : `, in ${values.out}`}`,
    )
  } finally {
    watch.stop()
  }
}

interface Begun {
  crawlId: string
  formats: string[]
}

async function begin(cli: Cli, client: Gleaner, address: string | undefined, values: Values): Promise<Begun> {
  if (address === undefined)
    throw misuse('Where the crawl begins is missing.', 'gleaner crawl https://example.com --out pages')
  const url = readPageAddress(address)
  const request = (await pageRequest(cli, values)) as Omit<Fields<'createCrawl'>, 'url'>
  const formats = (request.formats ?? [request.extraction_schema ? 'json' : DEFAULT_FORMAT]) as string[]
  const { maxPages, maxDepth, includePath, excludePath, sitemap, subdomains, robots, delay } = values
  const fields = {
    max_pages: maxPages,
    max_depth: maxDepth,
    include_patterns: includePath,
    exclude_patterns: excludePath,
    sitemap,
    include_subdomains: subdomains,
    respect_robots: robots ? undefined : false,
    delay,
  }
  const { crawl_id: crawlId, warnings = [] } = await client.crawls.create(
    { ...request, ...fields, url, formats } as Fields<'createCrawl'>,
    { signal: cli.signal },
  )
  for (const warning of warnings) cli.warn(warning)
  if (values.out !== undefined && !isFile(values.out))
    await writeAbout(values.out, { crawl_id: crawlId, url, formats })
  return { crawlId, formats }
}

async function resumed({ resume, out, format }: Values, address: string | undefined): Promise<Begun> {
  if (address !== undefined) throw misuse('A crawl that goes on has its site already; leave the address out.')
  const about = out === undefined ? undefined : await readAbout(out)
  const crawlId = resume === true ? about?.crawl_id : resume
  if (crawlId === undefined)
    throw misuse(
      'Which crawl goes on is missing.',
      'Name it, or the folder that it was written to: --resume --out pages',
    )
  if (about !== undefined && about.crawl_id !== crawlId)
    throw misuse(`${out} holds the pages of another crawl, ${about.crawl_id}.`, 'Name another folder.')
  return { crawlId, formats: (format as string[] | undefined) ?? about?.formats ?? [DEFAULT_FORMAT] }
}

function isFile(path: string): boolean {
  return /\.(jsonl|ndjson|json)$/i.test(path)
}
