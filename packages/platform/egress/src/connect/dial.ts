import type { LookupAddress } from 'node:dns'
import { connect, type Socket } from 'node:net'

/** Head start of an address over the next one. Source: RFC 8305 (Happy Eyeballs 2), section 5. */
const HEAD_START_MS = 250
/** More addresses than this are not tried: the deadline would be over anyway. */
const MAX_ADDRESSES = 8

export interface DialOptions {
  port: number
  /** Longest wait for the first connection of all, in milliseconds. */
  timeoutMs: number
  /** Ends the attempts. */
  signal?: AbortSignal | undefined
}

/**
 * Opens a TCP connection to one of the given addresses and to nothing else. A new attempt starts when the last one
 * failed or after its head start; the first that connects wins and the others are closed.
 */
export function dial(addresses: readonly LookupAddress[], options: DialOptions): Promise<Socket> {
  const { port, timeoutMs, signal } = options
  const queue = interleave(addresses).slice(0, MAX_ADDRESSES)
  const attempts = new Set<Socket>()
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  let lastError: Error | undefined
  let headStart: NodeJS.Timeout | undefined
  const deadline = setTimeout(
    () => fail(new ConnectFailed('ETIMEDOUT', 'Connecting took too long')),
    timeoutMs,
  )

  const onAbort = () => fail(new ConnectFailed('ECONNABORTED', 'Connecting was given up'))
  signal?.addEventListener('abort', onAbort)
  if (signal?.aborted) onAbort()
  else next()
  return promise

  function next(): void {
    clearTimeout(headStart)
    const target = queue.shift()
    if (target === undefined) {
      if (attempts.size === 0)
        fail(lastError ?? new ConnectFailed('EADDRNOTAVAIL', 'There is no address to dial'))
      return
    }
    const socket = connect({ host: target.address, port, noDelay: true })
    attempts.add(socket)
    socket.once('connect', () => win(socket))
    socket.once('error', (error) => {
      lastError = error
      attempts.delete(socket)
      next()
    })
    headStart = setTimeout(next, HEAD_START_MS)
  }

  function win(socket: Socket): void {
    attempts.delete(socket)
    socket.removeAllListeners('connect').removeAllListeners('error')
    stop()
    resolve(socket)
  }

  function fail(error: Error): void {
    stop()
    reject(error)
  }

  function stop(): void {
    clearTimeout(deadline)
    clearTimeout(headStart)
    signal?.removeEventListener('abort', onAbort)
    queue.length = 0
    for (const socket of attempts) {
      socket
        .removeAllListeners('connect')
        .removeAllListeners('error')
        .on('error', () => {})
      socket.destroy()
    }
    attempts.clear()
  }
}

/** A connection that did not come about, with the code that the system or the deadline gave. */
export class ConnectFailed extends Error {
  override readonly name = 'ConnectFailed'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Alternates the families, so that a broken IPv6 costs one head start and not many. */
function interleave(addresses: readonly LookupAddress[]): LookupAddress[] {
  const first = addresses.filter(({ family }) => family === addresses[0]?.family)
  const second = addresses.filter(({ family }) => family !== addresses[0]?.family)
  const mixed: LookupAddress[] = []
  for (let i = 0; i < Math.max(first.length, second.length); i++) {
    if (first[i]) mixed.push(first[i]!)
    if (second[i]) mixed.push(second[i]!)
  }
  return mixed
}
