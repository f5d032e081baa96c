import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { readBody } from '@gleaner/target-site/read-body'
import { selfSigned } from '@gleaner/target-site/tls/self-signed'

export interface Delivery {
  path: string
  /** Names in lower case. */
  headers: Record<string, string>
  /** The body exactly as it was sent: signatures are over these characters. */
  body: string
  receivedAt: number
}

export type SinkAnswer =
  | { kind: 'status'; status: number; headers?: Record<string, string> }
  | { kind: 'slow'; delayMs: number }
  | { kind: 'reset' }

export interface WebhookSink {
  url: string
  /** Every delivery that arrived, whatever was answered. */
  deliveries: Delivery[]
  /** The next deliveries get these answers, one each; after them every delivery gets 200. */
  answerNext(...answers: SinkAnswer[]): void
  close(): Promise<void>
}

/** A receiver of webhooks on 127.0.0.1 that records what arrives and misbehaves when told to. */
export async function startWebhookSink({ tls = false }: { tls?: boolean } = {}): Promise<WebhookSink> {
  const deliveries: Delivery[] = []
  const answers: SinkAnswer[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request)
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    deliveries.push({ path: request.url ?? '', headers, body: body.toString(), receivedAt: Date.now() })
    await answer(answers.shift() ?? { kind: 'status', status: 200 }, request, response)
  }
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    receive(request, response).catch(() => response.destroy())
  }
  const server = tls ? createHttps(selfSigned(), listener) : createHttp(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/hook`,
    deliveries,
    answerNext: (...next) => void answers.push(...next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(answer: SinkAnswer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (answer.kind === 'reset') return void request.socket.resetAndDestroy()
  if (answer.kind === 'slow') await sleep(answer.delayMs, undefined, { ref: false })
  const { status, headers } = answer.kind === 'status' ? answer : { status: 200, headers: {} }
  response.writeHead(status, headers)
  response.end()
}
