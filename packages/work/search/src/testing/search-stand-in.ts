import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A search engine of the network, which answers as a test says. */
export interface SearchStandIn {
  url: string
  /** What it was asked, newest last. */
  asked: { url: URL; headers: IncomingMessage['headers'] }[]
  answer(answer: (url: URL, response: ServerResponse) => void): void
  close(): Promise<void>
}

export async function startSearchStandIn(): Promise<SearchStandIn> {
  let answer: (url: URL, response: ServerResponse) => void = (_, response) => response.end('{}')
  const asked: SearchStandIn['asked'] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://engine')
    asked.push({ url, headers: request.headers })
    answer(url, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer(next) {
      answer = next
      asked.length = 0
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
