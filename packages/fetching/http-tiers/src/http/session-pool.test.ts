import { createSecureServer } from 'node:http2'
import { selfSigned } from '@gleaner/target-site/tls/self-signed'
import { eventually } from '@gleaner/testkit'
import { describe, expect, test } from '@jest/globals'
import { fetchFrom } from '../testing/fetch-from.ts'
import { createHttpFetcher } from './fetcher.ts'

describe('sessions that tier 2 keeps', () => {
  test('serve redirects and the next request', async () => {
    await using server = await startServer()
    expect(await server.fetch('/away')).toMatchObject({ kind: 'page' })
    expect(await server.fetch('/2')).toMatchObject({ kind: 'page' })
    expect(server.received).toEqual(['GET /away on 1', 'GET /there on 1', 'GET /2 on 1'])
  })

  test('serve one request at a time', async () => {
    await using server = await startServer()
    const pages = await Promise.all([server.fetch('/1'), server.fetch('/2'), server.fetch('/3')])
    expect(pages.map(({ kind }) => kind)).toEqual(['page', 'page', 'page'])
    expect(new Set(server.received.map((line) => line.split(' ').at(-1))).size).toBe(3)
  })

  test('are opened anew for a GET when the target gives up on them', async () => {
    await using server = await startServer()
    await server.fetch('/1')
    expect(await server.fetch('/once')).toMatchObject({ kind: 'page' })
    expect(server.received).toEqual(['GET /1 on 1', 'GET /once on 1', 'GET /once on 2'])
  })

  test('but never for a POST, which may have arrived; it has a session of its own', async () => {
    await using server = await startServer()
    await server.fetch('/1')
    const posted = await server.fetch('/never', { method: 'POST', body: 'a', contentType: 'text/plain' })
    expect(posted).toMatchObject({ kind: 'failed', reason: 'network_error', mayHaveBeenSent: true })
    expect(server.received).toEqual(['GET /1 on 1', 'POST /never on 2'])
  })

  test('that the target has closed are not used', async () => {
    await using server = await startServer()
    await server.fetch('/1')
    server.hangUp()
    await eventually(() => expect(server.open()).toBe(0))
    expect(await server.fetch('/2')).toMatchObject({ kind: 'page' })
  })

  test('are closed with the fetcher', async () => {
    await using server = await startServer()
    await server.fetch('/1')
    expect(server.open()).toBe(1)
    await server.fetcher.close()
    await eventually(() => expect(server.open()).toBe(0))
  })
})

/**
 * A website over HTTP/2 whose `/once` ends the connection of whoever asks on one that was used before, and whose `/never`
 * ends every one.
 */
async function startServer() {
  const received: string[] = []
  const sessions: unknown[] = []
  const used = new Set<unknown>()
  const open = new Set<{ destroy(): void }>()
  const server = createSecureServer(await selfSigned())
  server.on('sessionError', () => {})
  server.on('session', (session) => {
    sessions.push(session)
    open.add(session)
    session.once('close', () => open.delete(session))
  })
  server.on('request', (request, response) => {
    const { session } = request.stream
    received.push(`${request.method} ${request.url} on ${sessions.indexOf(session) + 1}`)
    const hangsUp = request.url === '/never' || (request.url === '/once' && used.has(session))
    if (hangsUp) return session?.destroy()
    used.add(session)
    if (request.url === '/away') return void response.writeHead(302, { location: '/there' }).end()
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Kept</title><p>Rope, tar and canvas, sold by the yard.</p>')
  })
  const hangUp = () => {
    for (const session of open) session.destroy()
  }
  const site = await fetchFrom(server, (egress) => createHttpFetcher({ egress, ignoreTlsErrors: true }))
  return {
    ...site,
    received,
    open: () => open.size,
    hangUp,
    [Symbol.asyncDispose]: () => site.close(hangUp),
  }
}
