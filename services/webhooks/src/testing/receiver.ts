import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { readBody } from '@gleaner/target-site/read-body'

export interface Received {
  id: string
  headers: Record<string, string>
  /** Exactly as it was sent. */
  body: string
  // biome-ignore lint/suspicious/noExplicitAny: bodies are judged field by field
  json: any
  at: number
}

export interface Receiver extends AsyncDisposable {
  url: string
  host: string
  received: Received[]
  /** Most requests that were open at the same time. */
  mostAtOnce: number
}

type Answer = (received: Received, response: ServerResponse, request: IncomingMessage) => unknown

/** A receiver of webhooks on loopback that notes what it is sent, and answers 204 unless told otherwise. */
export async function startReceiver(
  answer: Answer = (_, response) => response.writeHead(204).end(),
  at: { host?: string; port?: number } = {},
) {
  let open = 0
  const server = createServer(async (request, response) => {
    receiver.mostAtOnce = Math.max(receiver.mostAtOnce, ++open)
    response.once('close', () => open--)
    const body = (await readBody(request)).toString()
    const headers = request.headers as Record<string, string>
    const received = { id: headers['webhook-id']!, headers, body, json: JSON.parse(body), at: Date.now() }
    receiver.received.push(received)
    await answer(received, response, request)
  })
  const host = await listenOn(server, at)
  const receiver: Receiver = {
    url: `http://${host}/hook`,
    host,
    received: [],
    mostAtOnce: 0,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}

/** A server of raw bytes: what speaks no, or broken, HTTP. */
export async function startRawReceiver(onSocket: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onSocket(socket)
  })
  const host = await listenOn(server)
  return {
    url: `http://${host}/hook`,
    get connections() {
      return sockets.size
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function listenOn(server: Server, { host = '127.0.0.1', port = 0 } = {}): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return `${host}:${(server.address() as AddressInfo).port}`
}
