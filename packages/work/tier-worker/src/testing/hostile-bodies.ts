import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import zlib from 'node:zlib'
import { MEGABYTE } from '@gleaner/runtime/units'

/** Just below the largest body that is taken. */
const HUGE_BYTES = 49 * MEGABYTE

/** A website whose pages are as large as a page may be, plainly or once they are unfolded. */
export interface HostileBodies {
  url: string
  close(): Promise<void>
}

/**
 * `/plain` sends 49 MB, `/gzip` and `/br` bombs of as many; `/small` and `/large` (3 MB, gzip) are pages of honest sites.
 */
export async function startHostileBodies(): Promise<HostileBodies> {
  const huge = Buffer.alloc(HUGE_BYTES, 'all work and no play\n')
  const pages: Record<string, { coding?: string; body: Buffer }> = {
    '/plain': { body: huge },
    '/gzip': { coding: 'gzip', body: zlib.gzipSync(huge) },
    '/br': { coding: 'br', body: brotli(huge) },
    '/small': { body: Buffer.from(honestPage(100)) },
    '/large': { coding: 'gzip', body: zlib.gzipSync(honestPage(30_000)) },
  }
  const server = createServer((request, response: ServerResponse) => {
    const { coding, body } = pages[request.url!.split('?')[0]!]!
    const type = coding === undefined && body === huge ? 'text/plain' : 'text/html'
    response.writeHead(200, { 'content-type': type, ...(coding && { 'content-encoding': coding }) })
    response.end(body)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function brotli(body: Buffer): Buffer {
  return zlib.brotliCompressSync(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } })
}

function honestPage(paragraphs: number): string {
  const text = Array.from(
    { length: paragraphs },
    (_, i) => `<p>Paragraph ${i} of a page about rope, tar and canvas, as sailors used them.</p>`,
  )
  return `<!doctype html><html lang="en"><title>Rope</title><body><main><h1>Rope</h1>${text.join('\n')}</main></body></html>`
}
