import type { Endpoint } from '@gleaner/contracts'

interface Tag {
  name: string
  description: string
  /** First parts of its endpoints' paths. */
  paths: readonly string[]
}

/** The areas of the API, in the order in which a reader meets them. */
export const TAGS: readonly Tag[] = [
  {
    name: 'Scrape',
    description: 'Fetch a page and get it in the formats that you ask for.',
    paths: ['scrape'],
  },
  {
    name: 'Extract',
    description:
      'Fields of a page that you have already, or that is fetched; with a model of yours or without one.',
    paths: ['extract', 'archive'],
  },
  { name: 'Jobs', description: 'Scrapes that go on after their request was answered.', paths: ['jobs'] },
  {
    name: 'Batches',
    description: 'Many pages with one request.',
    paths: ['batch', 'batches'],
  },
  {
    name: 'Search',
    description: 'Find pages, and scrape what is found.',
    paths: ['search'],
  },
  {
    name: 'Crawls',
    description: 'A whole site with one request: its pages are found by links and sitemaps, and scraped.',
    paths: ['crawl', 'crawls'],
  },
  {
    name: 'Maps',
    description: 'Which addresses a site has, before its pages are scraped.',
    paths: ['map'],
  },
  {
    name: 'Webhooks',
    description: 'Addresses of yours that are told what has happened, by signed requests.',
    paths: ['webhooks'],
  },
  { name: 'Files', description: 'Screenshots and PDFs.', paths: ['files'] },
  {
    name: 'Sessions',
    description: 'Logins of yours at websites, to scrape what only their users see.',
    paths: ['sessions'],
  },
  {
    name: 'Templates',
    description: 'Selectors of your own, by which pages are read.',
    paths: ['templates'],
  },
  { name: 'Proxies', description: 'Proxies of your own.', paths: ['proxies'] },
  {
    name: 'Model keys',
    description: 'Your own keys at providers of language models, which extraction_prompt is answered with.',
    paths: ['llm-keys'],
  },
  { name: 'Usage', description: 'What was asked, and what it cost.', paths: ['usage'] },
  { name: 'Billing', description: 'Balance, payments and receipts.', paths: ['billing'] },
  { name: 'Limits', description: 'Limits of your own for what may be spent.', paths: ['account'] },
  { name: 'Sign-in', description: 'Accounts, passwords and access tokens.', paths: ['auth'] },
  {
    name: 'API keys',
    description: 'Keys, what they may do and how much they may spend.',
    paths: ['api-keys'],
  },
  {
    name: 'Organizations',
    description: 'Accounts that several people share. `X-Organization-Id` acts for one.',
    paths: ['organizations', 'invitations'],
  },
  {
    name: 'Beta features',
    description: 'What the operator offers before it is for everybody.',
    paths: ['beta-features'],
  },
  { name: 'OAuth', description: 'Keys for other tools, by the authorization code flow.', paths: ['oauth'] },
]

/** Areas without a tag come last. */
export function placeOf({ path }: Pick<Endpoint, 'path'>): number {
  const place = TAGS.findIndex(({ paths }) => paths.includes(path.split('/')[1]!))
  return place === -1 ? TAGS.length : place
}

/** The tag of an endpoint's area; of an area without a line above, the beginning of its path. */
export function tagOf({ path }: Pick<Endpoint, 'path'>): string {
  const first = path.split('/')[1]!
  return TAGS.find(({ paths }) => paths.includes(first))?.name ?? first
}
