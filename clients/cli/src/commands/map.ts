import { CHOICES } from '@gleaner/sdk/choices'
import { Argument } from 'commander'
import type { Cli } from '../cli.ts'
import { command, type Run } from '../command.ts'
import { writeWhole } from '../files/write-inside.ts'
import { number, oneOf, several } from '../input/option-readers.ts'
import { readPageAddress } from '../input/page-address.ts'
import { showList } from '../output/lists.ts'

interface Values {
  output?: string
  search?: string
  maxPages?: number
  maxDepth?: number
  includePath?: string[]
  excludePath?: string[]
  sitemap?: (typeof SITEMAP)[number]
  subdomains?: true
  robots: boolean
}

const SITEMAP = CHOICES.createMap.sitemap

export const map = (run: Run) =>
  command('map', 'List the addresses of a site.')
    .addArgument(new Argument('<address>', 'where the site begins'))
    .option('-o, --output <file>', 'an address a line; a .jsonl file says more of each')
    .option('--search <words>', 'only what has to do with these words, the best first')
    .option('--max-pages <n>', 'most addresses', number)
    .option('--max-depth <n>', 'most links away from the first page', number)
    .option('--include-path <glob>', 'only addresses whose path matches; may be repeated', several)
    .option('--exclude-path <glob>', 'no addresses whose path matches; may be repeated', several)
    .option('--sitemap <how>', `sitemaps beside links: ${SITEMAP.join(', ')}`, oneOf(SITEMAP))
    .option('--subdomains', 'addresses of subdomains too')
    .option('--no-robots', 'do not obey robots.txt')
    .action(run(mapSite))

async function mapSite(cli: Cli, address: string, values: Values): Promise<void> {
  const client = await cli.client()
  cli.progress.show('looking for addresses …')
  const site = await client.maps.create(
    {
      url: readPageAddress(address),
      ...(values.search !== undefined && { search: values.search }),
      ...(values.maxPages !== undefined && { max_pages: values.maxPages }),
      ...(values.maxDepth !== undefined && { max_depth: values.maxDepth }),
      ...(values.includePath && { include_patterns: values.includePath }),
      ...(values.excludePath && { exclude_patterns: values.excludePath }),
      ...(values.sitemap && { sitemap: values.sitemap }),
      ...(values.subdomains && { include_subdomains: true }),
      ...(!values.robots && { respect_robots: false }),
    },
    { signal: cli.signal },
  )
  cli.progress.clear()
  for (const warning of site.warnings ?? []) cli.warn(warning)
  if (values.output === undefined)
    showList(cli, site, site.urls, ({ url, title }) => ({ address: url, title }))
  else {
    const line = /\.(jsonl|ndjson)$/i.test(values.output)
      ? JSON.stringify
      : (entry: { url: string }) => entry.url
    const text = site.urls.map((entry) => `${line(entry)}\n`).join('')
    await writeWhole(values.output, cli.flags.json ? `${JSON.stringify(site)}\n` : text)
  }
  cli.note(`${site.total_urls} addresses, ${site.credits_used} credits`)
}
