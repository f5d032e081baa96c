import { request } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { watchEventLoop } from '@gleaner/testkit/event-loop-blocking'
import type { CostlyRequest } from '../costly-requests.ts'
import type { GatewayFixture, TestAccount } from '../fixture.ts'

/** What a request did to the event loop. */
export interface Hold {
  /** CPU milliseconds of the longest turn while it was answered. */
  cpuMs: number
  /** 0: its sender left first. */
  status: number
  /** Of the reply. */
  bytes: number
}

/** Who waits longer waits for a page, and the loop is measured. In ms. */
const PATIENCE_MS = 60_000

/** Sends a request to the gateway of this process, and watches the event loop meanwhile. `patienceMs`: how long its sender waits. */
export async function measureHold(
  { url }: Pick<GatewayFixture, 'url'>,
  account: TestAccount,
  costly: CostlyRequest,
  patienceMs = PATIENCE_MS,
): Promise<Hold> {
  // What it takes to build it is not the gateway's.
  const body = costly.body && Buffer.from(costly.body())
  const watch = watchEventLoop()
  try {
    await nextTurn()
    watch.longest()
    const reply = await send(url, account, costly, body, patienceMs)
    return { ...reply, cpuMs: watch.longest().cpuMs }
  } finally {
    watch.stop()
  }
}

function send(
  url: string,
  account: TestAccount,
  costly: CostlyRequest,
  body: Buffer | undefined,
  patienceMs: number,
): Promise<{ status: number; bytes: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; bytes: number }>()
  const call = request(`${url}/api/v1${costly.path}`, {
    method: costly.method,
    agent: false,
    headers: {
      ...(costly.withKey && credentials(account, costly)),
      ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
      'idempotency-key': crypto.randomUUID(),
      ...costly.headers,
    },
  })
  const leaving = setTimeout(() => {
    call.destroy()
    resolve({ status: 0, bytes: 0 })
  }, patienceMs)
  call.on('response', async (reply) => {
    const chunks = await reply.toArray().catch(() => [])
    const bytes = chunks.reduce((sum: number, chunk: Buffer) => sum + chunk.length, 0)
    resolve({ status: reply.statusCode!, bytes })
  })
  // A body that is refused while it is sent ends the connection, sometimes before the answer was read.
  call.on('error', (error: NodeJS.ErrnoException) =>
    ['ECONNRESET', 'EPIPE'].includes(error.code!) ? resolve({ status: 413, bytes: 0 }) : reject(error),
  )
  call.end(body)
  return promise.finally(() => clearTimeout(leaving))
}

function credentials({ key, accessToken }: TestAccount, { asUser }: CostlyRequest): Record<string, string> {
  return asUser ? { authorization: `Bearer ${accessToken}` } : { 'x-api-key': key }
}
