import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A delivery that the receiver was sent. */
export interface Received {
  /** The `webhook-id`: the same on every attempt. */
  id: string
  event: string
  jobId: string | undefined
  batchId: string | undefined
  isSigned: boolean
  /** Whether the receiver answered with success. */
  isTaken: boolean
}

/** How a receiver treats what it is sent. */
type Manner = (response: ServerResponse, attempt: number) => boolean

const answering =
  (status: number, headers = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, headers).end()
    return status < 300
  }

const MANNERS: Record<string, Manner> = {
  good: answering(204),
  /** Fails every first attempt. */
  flaky: (response, attempt) => answering(attempt === 1 ? 500 : 204)(response),
  failing: answering(500),
  redirecting: answering(302, { location: '/good' }),
  /** Takes the connection and says nothing. */
  stalling: () => false,
  /** Begins a success and breaks off in its head. */
  lying: (response) => {
    response.socket?.end('HTTP/1.1 200 OK\r\ncontent-le')
    return false
  },
}

export interface Receiver {
  /** Address that behaves in such a manner. */
  url(manner: string): string
  /** From now on an address behaves otherwise. */
  change(manner: string, to: string): void
  received(manner: string): readonly Received[]
  host: string
  close(): Promise<void>
}

/** Receives webhooks on loopback, well or badly, and notes all of them. `secret` is that of the account, once it is known. */
export async function startReceiver(secret: () => string): Promise<Receiver> {
  const all = new Map<string, Received[]>()
  const manners: Record<string, Manner> = { ...MANNERS }
  const attempts = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const manner = request.url!.slice(1)
    const body = await readAll(request).catch(() => '')
    const id = String(request.headers['webhook-id'])
    const attempt = (attempts.get(id) ?? 0) + 1
    attempts.set(id, attempt)
    const { event, job_id, batch_id } = JSON.parse(body || '{}')
    const isSigned = hasSignature(request, body, secret())
    const isTaken = manners[manner]!(response, attempt)
    const list = all.get(manner) ?? []
    all.set(manner, [...list, { id, event, jobId: job_id, batchId: batch_id, isSigned, isTaken }])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: (manner) => `http://${host}/${manner}`,
    change: (manner, to) => {
      manners[manner] = MANNERS[to]!
    },
    received: (manner) => all.get(manner) ?? [],
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** As a receiver would check it who has read the documentation. */
function hasSignature(request: IncomingMessage, body: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest('hex')
  const given = String(request.headers['x-service-signature']).replace('sha256=', '')
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
