import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { STOOD_IN } from './stand-in-site.ts'

/** A SearXNG that answers every question with pages of the stand-in site. */
export async function startStandInEngine(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://engine').searchParams.get('q') ?? ''
    const answer = /capital of france/i.test(query)
      ? 'Paris is the capital of France.'
      : `All about ${query}.`
    const results = ['/', '/docs/introduction', '/docs/scrape', '/blog/first-post', '/pricing'].map(
      (path, at) => ({
        url: `https://${STOOD_IN[at % 2]}${path}`,
        title: `${query}, result ${at + 1}`,
        content: answer,
        engine: 'stand-in',
        category: 'general',
      }),
    )
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ query, results, answers: [], infoboxes: [], suggestions: [] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
