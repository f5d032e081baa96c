import { createServer } from 'node:http'
import { readBody } from '@gleaner/target-site/read-body'

export interface Received {
  // biome-ignore lint/suspicious/noExplicitAny: bodies are judged field by field
  body: any
  text: string
  signature: unknown
  authorization: unknown
}

/** Keeps what webhooks send. */
export async function startReceiver(
  port: number,
): Promise<{ url: string; received: Received[]; close(): Promise<void> }> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const text = (await readBody(request)).toString()
    const { 'x-firecrawl-signature': signature, authorization } = request.headers
    received.push({ body: JSON.parse(text), text, signature, authorization })
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
