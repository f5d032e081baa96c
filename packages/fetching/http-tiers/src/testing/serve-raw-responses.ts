import { type AddressInfo, createServer, type Socket } from 'node:net'
import { selfSigned } from '@gleaner/target-site/tls/self-signed'
import type { Http1Response } from './cut-responses.ts'
import { type Misdeed, startHostileH2 } from './hostile-h2.ts'

/** A website on loopback whose responses are written byte by byte and frame by frame, each at an address of its own. */
export interface RawSite {
  /** The certificate of the addresses with HTTP/2. */
  cert: string
  urlOf(name: string): string
  close(): Promise<void>
}

export async function serveRawResponses(
  http1: Record<string, Http1Response>,
  http2: Record<string, Misdeed>,
): Promise<RawSite> {
  const certificate = await selfSigned()
  const open = new Set<Socket>()
  const plain = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => open.delete(socket))
    socket.once('data', (request) => {
      const [, path = '/'] = request.toString('latin1').split(' ', 2)
      http1[decodeURIComponent(path.slice(1))]?.(socket)
    })
  })
  await new Promise<void>((resolve) => void plain.listen(0, '127.0.0.1', resolve))
  const { port } = plain.address() as AddressInfo
  const secure = Object.fromEntries(
    await Promise.all(
      Object.entries(http2).map(
        async ([name, respond]) => [name, await startHostileH2(respond, certificate)] as const,
      ),
    ),
  )

  return {
    cert: certificate.cert,
    urlOf: (name) =>
      name in http1
        ? `http://127.0.0.1:${port}/${encodeURIComponent(name)}`
        : `https://127.0.0.1:${secure[name]!.port}/`,
    async close() {
      const closed = new Promise((resolve) => plain.close(resolve))
      for (const socket of open) socket.destroy()
      await Promise.all([closed, ...Object.values(secure).map((server) => server.close())])
    },
  }
}
