import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'

export interface LocalServer extends AsyncDisposable {
  port: number
  /** Connections that were opened so far. */
  connections(): number
}

/** A server on loopback, for the time of a test, that counts who connects. */
export function tcpServer(
  onSocket: (socket: Socket) => void,
  host = '127.0.0.1',
  port = 0,
): Promise<LocalServer> {
  return listening(createServer({ allowHalfOpen: true }, onSocket), host, port)
}

export function httpServer(onRequest: RequestListener, host = '127.0.0.1', port = 0): Promise<LocalServer> {
  return listening(createHttpServer(onRequest), host, port)
}

/** Two servers on the same port of two addresses. */
export function sameHttpServers(
  one: { host: string; onRequest: RequestListener },
  other: { host: string; onRequest: RequestListener },
): Promise<[LocalServer, LocalServer]> {
  return onOnePort(
    () => httpServer(one.onRequest, one.host),
    (port) => httpServer(other.onRequest, other.host, port),
  )
}

/** The port that is free on one address may be taken on another by anybody (tests run beside each other), so another one is tried then. */
export async function onOnePort<One extends AsyncDisposable & { port: number }, Other>(
  openOne: () => Promise<One>,
  openOther: (port: number) => Promise<Other>,
): Promise<[One, Other]> {
  for (;;) {
    const one = await openOne()
    try {
      return [one, await openOther(one.port)]
    } catch (error) {
      await one[Symbol.asyncDispose]()
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}

/** A port of 127.0.0.1 at which connecting takes without end: whoever listens is stuck, and no more may wait for it. */
export async function stuckPort(): Promise<AsyncDisposable & { port: number }> {
  const worker = new Worker(STUCK, { eval: true })
  const [port] = (await once(worker, 'message')) as [number]
  // As many wait as the backlog lets, and one more.
  const waiting = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  for (const socket of waiting) socket.on('error', () => {})
  await Promise.all(waiting.map((socket) => once(socket, 'connect')))
  return {
    port,
    async [Symbol.asyncDispose]() {
      for (const socket of waiting) socket.destroy()
      await worker.terminate()
    },
  }
}

const STUCK = `
  const server = require('node:net').createServer()
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    require('node:worker_threads').parentPort.postMessage(server.address().port)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  })`

/** Sends bytes and resolves to everything received until the other side closes. */
export function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' })
    let answer = ''
    socket.setEncoding('latin1')
    socket.on('data', (text) => {
      answer += text
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
    socket.write(bytes)
  })
}

async function listening(
  server: ReturnType<typeof createServer>,
  host: string,
  port = 0,
): Promise<LocalServer> {
  const sockets = new Set<Socket>()
  let opened = 0
  server.on('connection', (socket) => {
    opened++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => opened,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
