import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

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

export interface Receiver {
  url: string
  host: string
  received: readonly Received[]
  close(): Promise<void>
}

/** Receives webhooks on loopback, fails every first attempt, and notes all of them. `secret` is that of the account, once it is known. */
export async function startReceiver(secret: () => string): Promise<Receiver> {
  const received: Received[] = []
  const attempts = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => '')
    const id = String(request.headers['webhook-id'])
    const attempt = (attempts.get(id) ?? 0) + 1
    attempts.set(id, attempt)
    const { event, job_id, batch_id } = JSON.parse(body || '{}')
    const isSigned = hasSignature(request, body, secret())
    const isTaken = attempt > 1
    response.writeHead(isTaken ? 204 : 500).end()
    received.push({ id, event, jobId: job_id, batchId: batch_id, isSigned, isTaken })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}/`,
    received,
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
