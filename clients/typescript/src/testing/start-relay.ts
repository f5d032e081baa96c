import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** What stands between a client and the service does with one request. */
export type Fault =
  /** Breaks the connection before the service has heard of it. */
  | { kind: 'cut before' }
  /** The service answers, and the answer is lost. */
  | { kind: 'cut after' }
  /** So many bytes of the body arrive. */
  | { kind: 'cut body'; after: number }
  /** Never answers. */
  | { kind: 'hang' }
  /** Answers in the service's place. */
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: string }

export interface Seen {
  method: string
  path: string
  headers: IncomingMessage['headers']
}

export interface Relay {
  url: string
  /** Every request, in its order. */
  seen: Seen[]
  /** Decides what becomes of the next requests; undefined: they pass. */
  decide: (seen: Seen, count: number) => Fault | undefined
  close(): Promise<void>
}

/** A proxy in front of the service, with the faults that networks have. */
export async function startRelay(target: string): Promise<Relay> {
  const { hostname, port } = new URL(target)
  const relay: Relay = { url: '', seen: [], decide: () => undefined, close }
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    const seen = { method: request.method!, path: request.url!, headers: request.headers }
    relay.seen.push(seen)
    const fault = relay.decide(seen, relay.seen.length)
    if (!fault) return pass(request, response, (answer) => forward(answer, response))
    if (fault.kind === 'cut before') request.socket.destroy()
    if (fault.kind === 'cut after') pass(request, response, () => request.socket.destroy())
    if (fault.kind === 'cut body') pass(request, response, (answer) => cutBody(answer, response, fault.after))
    if (fault.kind === 'answer') response.writeHead(fault.status, fault.headers).end(fault.body)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  relay.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return relay

  function pass(
    request: IncomingMessage,
    response: ServerResponse,
    receive: (answer: IncomingMessage) => void,
  ): void {
    const options = { hostname, port, method: request.method!, path: request.url!, headers: request.headers }
    const forwarded = send(options, receive)
    forwarded.on('error', () => request.socket.destroy())
    response.on('close', () => forwarded.destroy())
    request.pipe(forwarded)
  }

  function forward(answer: IncomingMessage, response: ServerResponse): void {
    response.writeHead(answer.statusCode!, answer.headers)
    answer.pipe(response)
  }

  function cutBody(answer: IncomingMessage, response: ServerResponse, after: number): void {
    response.writeHead(answer.statusCode!, answer.headers)
    let left = after
    answer.on('data', (chunk: Buffer) => {
      response.write(chunk.subarray(0, Math.max(0, left)), () => {
        if (left <= 0) response.socket?.destroy()
      })
      left -= chunk.length
    })
    answer.on('end', () => response.socket?.destroy())
  }

  async function close(): Promise<void> {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
}
