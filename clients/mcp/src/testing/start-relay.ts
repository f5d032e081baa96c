import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Service } from './connect.ts'

/** An address at which whoever asks acts with the key of `service`: for programs that cannot send one. Pages of it count as the service's own. */
export async function startRelay({ url, key }: Service): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const own = `http://localhost:${(server.address() as AddressInfo).port}`
    const { origin, host: _host, ...headers } = request.headers
    const passed = httpRequest(new URL(request.url!, url), {
      method: request.method,
      headers: {
        ...headers,
        'x-api-key': key,
        ...(origin !== undefined && { origin: origin === own ? url : origin }),
      },
    })
    passed.on('response', (reply) => {
      response.writeHead(reply.statusCode!, reply.headers)
      reply.pipe(response)
    })
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    request.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
