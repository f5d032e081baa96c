import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { readBody } from '@gleaner/target-site/read-body'
import Stripe from 'stripe'

/** An event as its webhook carries it. */
export interface ProviderEvent {
  id: string
  type: string
  data: { object: Record<string, unknown> }
}

export interface ProviderRequest {
  path: string
  idempotencyKey: string | undefined
  /** The form's fields, with Stripe's names (`metadata[checkout_id]`). */
  fields: Record<string, string>
}

/** What the next request is met with, in place of an answer; a delay comes before the usual one. */
export type ProviderFault = { status: number } | { delayMs: number } | 'reset'

export interface DeliveryOptions {
  /** How often each event is sent. */
  copies?: number
  /** All at the same time, in place of one after the other. */
  parallel?: boolean
  secret?: string
  /** When it claims to be signed, in Unix seconds. */
  timestamp?: number
  /** Changes the body after it was signed. */
  tamper?: (body: string) => string
  /** The same with the header. */
  tamperHeader?: (header: string) => string
}

/** The parts of Stripe that a checkout meets: sessions, payments, and signed webhooks. */
export interface PaymentProvider {
  url: string
  secretKey: string
  webhookSecret: string
  requests: ProviderRequest[]
  failNext(...faults: ProviderFault[]): void
  /** Somebody pays on the page of a session: the event that tells it. `changes` are put over the session. */
  pay(checkoutId: string, changes?: Record<string, unknown>): ProviderEvent
  /** The payment of a checkout, once it was paid. */
  paymentOf(checkoutId: string): string
  event(type: string, object: Record<string, unknown>): ProviderEvent
  /** Sends events to a webhook endpoint, and returns the statuses of the answers. */
  deliver(url: string, events: ProviderEvent | ProviderEvent[], options?: DeliveryOptions): Promise<number[]>
  close(): Promise<void>
}

type Session = Record<string, unknown> & { id: string; metadata: Record<string, string> }

/** A stand-in for Stripe on 127.0.0.1, for the official client: signatures are made by that client's own helper for tests. */
export async function startPaymentProvider(): Promise<PaymentProvider> {
  const secretKey = `sk_test_${randomUUID().replaceAll('-', '')}`
  const webhookSecret = `whsec_${randomUUID().replaceAll('-', '')}`
  const { webhooks } = new Stripe(secretKey)
  const requests: ProviderRequest[] = []
  const faults: ProviderFault[] = []
  const sessions = new Map<string, Session>()
  const byIdempotencyKey = new Map<string, Session>()

  const sessionOf = (checkoutId: string) => {
    const session = [...sessions.values()].find(({ metadata }) => metadata.checkout_id === checkoutId)
    if (!session) throw new Error(`no session was asked for checkout ${checkoutId}`)
    return session
  }
  const paymentOf = (session: Session) => session.id.replace('cs_', 'pi_')

  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? '/', 'http://provider').pathname
    const fields = Object.fromEntries(new URLSearchParams((await readBody(request)).toString()))
    const key = request.headers['idempotency-key']
    requests.push({ path, fields, idempotencyKey: typeof key === 'string' ? key : undefined })
    const fault = faults.shift()
    if (fault === 'reset') return void request.socket.resetAndDestroy()
    if (fault && 'delayMs' in fault) await sleep(fault.delayMs, undefined, { ref: false })
    if (fault && 'status' in fault) return reply(response, fault.status, errorOf('api_error'))
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      return reply(response, 401, errorOf('invalid_request_error'))
    const payment = /^\/v1\/payment_intents\/(\w+)$/.exec(path)?.[1]
    if (payment !== undefined) {
      const session = sessions.get(payment.replace('pi_', 'cs_'))
      const found = session
        ? { object: 'payment_intent', id: payment, metadata: session.metadata }
        : undefined
      return reply(response, found ? 200 : 404, found ?? errorOf('invalid_request_error'))
    }
    if (path !== '/v1/checkout/sessions') return reply(response, 404, errorOf('invalid_request_error'))
    const earlier = typeof key === 'string' ? byIdempotencyKey.get(key) : undefined
    const session = earlier ?? createSession(fields, url)
    sessions.set(session.id, session)
    if (typeof key === 'string') byIdempotencyKey.set(key, session)
    reply(response, 200, session)
  }

  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const event: PaymentProvider['event'] = (type, object) => ({
    id: `evt_${randomUUID().replaceAll('-', '')}`,
    type,
    data: { object },
  })

  return {
    url,
    secretKey,
    webhookSecret,
    requests,
    failNext: (...next) => void faults.push(...next),
    pay(checkoutId, changes) {
      const session = sessionOf(checkoutId)
      const paid = { status: 'complete', payment_status: 'paid', payment_intent: paymentOf(session) }
      return event('checkout.session.completed', { ...session, ...paid, ...changes })
    },
    paymentOf: (checkoutId) => paymentOf(sessionOf(checkoutId)),
    event,
    async deliver(target, events, { copies = 1, parallel = false, ...how } = {}) {
      const send = async (sent: ProviderEvent) => {
        const payload = JSON.stringify({ object: 'event', created: Math.floor(Date.now() / 1000), ...sent })
        const {
          secret = webhookSecret,
          timestamp,
          tamper = (body: string) => body,
          tamperHeader = (given: string) => given,
        } = how
        const header = webhooks.generateTestHeaderString({
          payload,
          secret,
          ...(timestamp !== undefined && { timestamp }),
        })
        const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': tamperHeader(header) }
        const response = await fetch(target, { method: 'POST', headers, body: tamper(payload) })
        await response.arrayBuffer()
        return response.status
      }
      const all = [events].flat().flatMap((one) => Array.from({ length: copies }, () => one))
      if (parallel) return await Promise.all(all.map(send))
      const statuses: number[] = []
      for (const one of all) statuses.push(await send(one))
      return statuses
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function createSession(fields: Record<string, string>, url: string): Session {
  const id = `cs_${randomUUID().replaceAll('-', '')}`
  const metadata = Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const own = /^metadata\[(\w+)\]$/.exec(name)?.[1]
      return own ? [[own, value]] : []
    }),
  )
  return {
    id,
    object: 'checkout.session',
    url: `${url}/pay/${id}`,
    status: 'open',
    payment_status: 'unpaid',
    client_reference_id: fields.client_reference_id,
    metadata,
    amount_total: Number(fields['line_items[0][price_data][unit_amount]']),
    currency: fields['line_items[0][price_data][currency]'],
    expires_at: Number(fields.expires_at),
  }
}

function errorOf(type: string) {
  return { error: { type, message: 'as the test asked for' } }
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': 'req_test' })
  response.end(JSON.stringify(body))
}
