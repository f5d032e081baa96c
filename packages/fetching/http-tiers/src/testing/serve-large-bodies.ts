import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createSecureServer } from 'node:http2'
import type { AddressInfo, Server, Socket } from 'node:net'
import zlib from 'node:zlib'
import { MEGABYTE } from '@gleaner/runtime/units'
import { selfSigned } from '@gleaner/target-site/tls/self-signed'

export const HUGE_BYTES = 48 * MEGABYTE
const PIECE = Buffer.alloc(64 * 1024, 'all work and no play\n')
const HUGE = Buffer.alloc(HUGE_BYTES, PIECE)
const PACKED: Record<string, Buffer> = {
  '/br': zlib.brotliCompressSync(HUGE, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
  '/gzip': zlib.gzipSync(HUGE, { level: 1 }),
}
const SMALL =
  '<!doctype html><html lang="en"><title>Rope</title><h1>Rope</h1><p>Rope, tar and canvas.</p></html>'

/** A website of large bodies, which counts how much of them it could send. */
export interface LargeBodies {
  url: string
  /** Bytes of `/plain`, `/unsaid` and `/breaks` that the connections have taken. */
  sent(): number
  /** Connections that are open. */
  open(): number
  /** Breaks off all connections. */
  hangUp(): void
  close(): Promise<void>
}

/**
 * `/plain` sends 48 MB and says so, `/unsaid` as many without a length, `/br` and `/gzip` unfold to them, `/breaks` ends
 * halfway; `/small` is a page.
 */
export async function serveLargeBodies(protocol: 'http/1.1' | 'h2'): Promise<LargeBodies> {
  let sent = 0
  const sockets = new Set<Socket>()

  async function stream(response: ServerResponse, bytes: number): Promise<void> {
    for (let left = bytes; left > 0 && !response.destroyed; left -= PIECE.length) {
      await new Promise<void>((resolve) => {
        response.once('close', resolve)
        response.write(PIECE, () => {
          response.off('close', resolve)
          resolve()
        })
      })
      if (!response.destroyed) sent += PIECE.length
    }
  }

  async function answer({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (url === '/small') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(SMALL)
    } else if (PACKED[url]) {
      const headers = { 'content-type': 'text/plain', 'content-encoding': url.slice(1) }
      response.writeHead(200, headers).end(PACKED[url])
    } else {
      const length = url === '/unsaid' ? {} : { 'content-length': HUGE_BYTES }
      response.writeHead(200, { 'content-type': 'text/plain', ...length })
      await stream(response, url === '/breaks' ? HUGE_BYTES / 2 : HUGE_BYTES)
      if (url === '/breaks') hangUp()
      else response.end()
    }
  }
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }

  const listener = (request: unknown, response: unknown) =>
    void answer(request as IncomingMessage, response as ServerResponse)
  const server = (
    protocol === 'h2' ? createSecureServer(await selfSigned(), listener) : createServer(listener)
  ) as Server
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${protocol === 'h2' ? 'https' : 'http'}://127.0.0.1:${port}`,
    sent: () => sent,
    open: () => sockets.size,
    hangUp,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      hangUp()
      await closed
    },
  }
}
