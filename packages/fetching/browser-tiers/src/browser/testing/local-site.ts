import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Seen {
  method: string
  path: string
  headers: Record<string, string>
  body: string
}

/** HTML to send, or a function that responds. */
export type Answer = string | ((request: IncomingMessage, response: ServerResponse, body: string) => void)

export interface LocalSite {
  url: string
  port: number
  seen: Seen[]
  close(): Promise<void>
}

/** A website of a few pages on a random port of 127.0.0.1 that records its requests. */
export async function startLocalSite(pages: Record<string, Answer>): Promise<LocalSite> {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      // The client is gone.
      return
    }
    const body = Buffer.concat(chunks).toString('utf8')
    const path = request.url ?? '/'
    seen.push({
      method: request.method ?? '',
      path,
      headers: { ...request.headers } as Record<string, string>,
      body,
    })
    const answer = pages[path] ?? pages[path.split('?', 1)[0]!]
    if (typeof answer === 'function') return answer(request, response, body)
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(answer ?? '<!doctype html><title>Not here</title><p>There is no such page on this site.</p>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
