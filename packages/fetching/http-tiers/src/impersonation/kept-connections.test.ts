import { createServer } from 'node:https'
import type { Socket } from 'node:net'
import { selfSigned } from '@gleaner/target-site/tls/self-signed'
import { describe, expect, test } from '@jest/globals'
import { fetchFrom } from '../testing/fetch-from.ts'
import { createStealthFetcher } from './fetcher.ts'

describe('connections that tier 3 keeps', () => {
  test('serve the next request', async () => {
    await using server = await startServer(() => false)
    expect(await server.fetch('/1')).toMatchObject({ kind: 'page' })
    expect(await server.fetch('/2')).toMatchObject({ kind: 'page' })
    expect(server.received).toEqual(['GET /1 on 1', 'GET /2 on 1'])
  })

  test('are opened anew for a GET when the target has closed them meanwhile', async () => {
    await using server = await startServer((count) => count === 2)
    await server.fetch('/1')
    expect(await server.fetch('/2')).toMatchObject({ kind: 'page' })
    expect(server.received).toEqual(['GET /1 on 1', 'GET /2 on 1', 'GET /2 on 2'])
  })

  test('but never for a POST, which may have arrived; it has a connection of its own', async () => {
    await using server = await startServer((_count, path) => path === '/never')
    await server.fetch('/1')
    const posted = await server.fetch('/never', { method: 'POST', body: 'a', contentType: 'text/plain' })
    expect(posted).toMatchObject({ kind: 'failed', reason: 'network_error', mayHaveBeenSent: true })
    expect(server.received).toEqual(['GET /1 on 1', 'POST /never on 2'])
  })

  test('a target that closes every connection is asked once', async () => {
    await using server = await startServer(() => true)
    expect(await server.fetch('/1')).toMatchObject({ kind: 'failed', mayHaveBeenSent: true })
    expect(server.received).toEqual(['GET /1 on 1'])
  })
})

/** A website over HTTP/1.1 and TLS that hangs up instead of answering, by the count of requests on a connection and the path. */
async function startServer(hangsUp: (count: number, path: string) => boolean) {
  const received: string[] = []
  const connections = new Map<Socket, { number: number; requests: number }>()
  const server = createServer(await selfSigned(), (request, response) => {
    const connection = connections.get(request.socket)!
    connection.requests++
    received.push(`${request.method} ${request.url} on ${connection.number}`)
    if (hangsUp(connection.requests, request.url ?? '')) request.socket.destroy()
    else
      response.setHeader('content-type', 'text/html').end('<title>Kept</title><p>Rope, tar and canvas.</p>')
  })
  server.on('secureConnection', (socket) =>
    connections.set(socket, { number: connections.size + 1, requests: 0 }),
  )
  const site = await fetchFrom(server, (egress) => createStealthFetcher({ egress, ignoreTlsErrors: true }))
  return { ...site, received, [Symbol.asyncDispose]: () => site.close(() => server.closeAllConnections()) }
}
