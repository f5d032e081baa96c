import { createPool, type Pool } from '@gleaner/db'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import { openAccount } from '@gleaner/devstack/testing/open-account'
import { request } from '../../lib/api.ts'
import { type Stack, withStack } from '../../lib/stack.ts'

export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: whatever the service answers
  body: any
}

/** The service as its callers see it: one account after the other, so that limits of accounts do not slow a bench down. */
export interface Service {
  /** An account that has not been used yet: its API key. */
  newAccount(): Promise<string>
  call(key: string, method: string, path: string, body?: unknown): Promise<Reply>
}

/** Runs `use` with a whole stack that may reach loopback. */
export async function withService<T>(use: (service: Service, stack: Stack) => Promise<T>): Promise<T> {
  return await withStack({ env: { EGRESS_ALLOW: '127.0.0.0/8' } }, async (stack) => {
    const info = await stack.info()
    const pool = createPool({ url: info.database_url, max: 2 })
    try {
      return await use(serviceOf(info, pool), stack)
    } finally {
      await pool.end()
    }
  })
}

function serviceOf(info: DevInfo, pool: Pool): Service {
  return {
    newAccount: () => openAccount(pool),
    async call(key, method, path, body) {
      const { status, text } = await request(`${info.base_url}${path}`, {
        method,
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status, body: text ? JSON.parse(text) : undefined }
    },
  }
}

/** The reply's body. Throws with it when the status is not `status`. */
export function expectStatus({ status, body }: Reply, wanted: number): Reply['body'] {
  if (status !== wanted) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body
}
