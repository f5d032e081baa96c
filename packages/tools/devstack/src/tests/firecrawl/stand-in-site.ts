import { writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { selfSigned } from '@gleaner/target-site/tls/self-signed'

/** Hosts that the clients' own cases ask for. */
export const STOOD_IN = [
  'docs.firecrawl.dev',
  'firecrawl.dev',
  'www.firecrawl.dev',
  'github.com',
  'example.com',
] as const

/** A website that stands in for the internet. */
export interface StandInSite {
  address: string
  cert: string
  /** Of the certificate, for NODE_EXTRA_CA_CERTS. */
  certFile: string
  /** `EGRESS_HOSTS` and `EGRESS_ALLOW` that lead there. */
  settings: { EGRESS_HOSTS: string; EGRESS_ALLOW: string }
  close(): Promise<void>
}

const PAGE_MS = 600

const PAGES: Readonly<Record<string, string>> = {
  '/': 'Welcome',
  '/docs/introduction': 'Introduction',
  '/docs/scrape': 'Scrape a page',
  '/blog/first-post': 'First post',
  '/blog/second-post': 'Second post',
  '/pricing': 'Pricing',
}

/** Serves it on port 443 of `address`, a loopback address of its own. */
export async function startStandInSite(folder: string, address = '127.0.0.43'): Promise<StandInSite> {
  const certificate = await selfSigned(STOOD_IN)
  const certFile = join(folder, 'stand-in.pem')
  await writeFile(certFile, certificate.cert)
  const server = createServer(certificate, respond)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(443, address, resolve)
  })
  return {
    address,
    cert: certificate.cert,
    certFile,
    settings: {
      EGRESS_HOSTS: STOOD_IN.map((name) => `${name}=${address}`).join(),
      EGRESS_ALLOW: `${address}:443`,
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function respond({ headers, url = '/' }: IncomingMessage, response: ServerResponse): void {
  const host = headers.host ?? ''
  const { pathname } = new URL(url, 'https://site')
  const heading = PAGES[pathname]
  const send = (status: number, type: string, body: string) =>
    response.writeHead(status, { 'content-type': type }).end(body)
  if (heading !== undefined) {
    // One of the cases looks for its crawl 300 ms after it has begun: no page is there sooner than this.
    setTimeout(() => send(200, 'text/html; charset=utf-8', pageOf(host, heading)), PAGE_MS)
    return
  }
  if (pathname === '/robots.txt')
    return void send(200, 'text/plain', `Sitemap: https://${host}/sitemap.xml\n`)
  if (pathname === '/sitemap.xml') return void send(200, 'application/xml', sitemapOf(host))
  if (pathname.endsWith('.svg'))
    return void send(
      200,
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20"/></svg>',
    )
  send(404, 'text/html', '<h1>Not found</h1>')
}

function sitemapOf(host: string): string {
  const entries = Object.keys(PAGES).map((path) => `<url><loc>https://${host}${path}</loc></url>`)
  return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`
}

function pageOf(host: string, heading: string): string {
  const links = Object.entries(PAGES).map(([path, title]) => `<li><a href="${path}">${title}</a></li>`)
  const sentence = `${heading} is a page of ${host} about docs, blog posts and artificial intelligence. `
  return `<!doctype html><html lang="en"><head><title>${heading} | ${host}</title>
<meta name="description" content="The page ${heading} of ${host}."><link rel="icon" href="/favicon.svg"></head>
<body><nav><ul>${links.join('')}</ul></nav><article><h1>${heading}</h1><img src="/firecrawl-logo.svg" alt="firecrawl logo" width="200" height="200">
<h2>What it says</h2><p>${sentence.repeat(6)}</p><p>It ends here. ${sentence}</p></article><footer>${host}</footer></body></html>`
}
