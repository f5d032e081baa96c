import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@jest/globals'
import type { Written } from './everything-written.ts'

const planted: string[] = []

/** A token as sites give them, which is found wherever it is written as it is. */
export function sessionCanary(): string {
  const value = `c4n4ry${randomBytes(12).toString('hex')}`
  planted.push(value)
  return value
}

export function expectNoSessionCanaryIn(written: Written[]): void {
  const found = written.filter(({ bytes }) => bytes.includes('c4n4ry')).map(({ place }) => place)
  expect({ planted: planted.length > 20, found: [...new Set(found)] }).toEqual({ planted: true, found: [] })
}

export interface EchoSite {
  url: string
  port: number
  close(): Promise<void>
}

/** Writes what it is sent and what it sets into all of its responses; each of them sets two cookies anew. `/moved` leads on. */
export async function startEchoSite(): Promise<EchoSite> {
  const server = createServer((request, response) => echo(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function echo({ url = '/', headers }: IncomingMessage, response: ServerResponse): void {
  const set = [sessionCanary(), sessionCanary()]
  const shown = `${headers.cookie} ${headers['x-token']} ${decodeURIComponent(url)} ${set}`
  response.setHeader('set-cookie', [`rotated=${set[0]}; Path=/`, `sid=${set[1]}; Path=/; HttpOnly`])
  response.setHeader('x-echo', shown)
  if (url === '/moved')
    return void response.writeHead(302, { location: `/?${encodeURIComponent(shown)}` }).end()
  if (url.startsWith('/api'))
    return void response.setHeader('content-type', 'application/json').end(JSON.stringify({ shown }))
  response.setHeader('content-type', 'text/html')
  response.end(`<title>Echo</title><p>${shown}</p><p>${'Boats, ropes and nets. '.repeat(40)}</p>${SCRIPT}`)
}

const SCRIPT = `<script>document.title = document.cookie; fetch('/api?' + document.cookie)</script>`
