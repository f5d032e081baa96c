import { access, constants } from 'node:fs/promises'
import type { LeaseOptions } from '../pool/lease.ts'
import type { BrowserPool } from '../pool/pool.ts'

/** A browser starts in a second; on a machine that has other work in several. */
const OPEN_TIMEOUT_MS = 30_000

const EMPTY_PAGE: LeaseOptions = {
  url: 'about:blank',
  device: 'desktop',
  personal: true,
  visible: false,
  offline: true,
}

/** A readiness check: Chromium is there, and a browser of the pool has opened a page once. It is not opened again each time. */
export function createChromiumCheck(pool: Pick<BrowserPool, 'withPage'>, path: string): () => Promise<void> {
  let hasOpened: Promise<unknown> | undefined
  return async () => {
    try {
      await access(path, constants.X_OK)
      hasOpened ??= openPage(pool)
      await hasOpened
    } catch (error) {
      hasOpened = undefined
      throw new Error(`Chromium cannot open a page: ${(error as Error).message.split('\n', 1)[0]}`, {
        cause: error,
      })
    }
  }
}

async function openPage(pool: Pick<BrowserPool, 'withPage'>): Promise<void> {
  const run = { expression: 'document.URL', returnByValue: true }
  await pool.withPage(
    EMPTY_PAGE,
    async ({ session }) => {
      const { result } = await session.send('Runtime.evaluate', run)
      if (result.value !== EMPTY_PAGE.url) throw new Error('it does not run the script of a page')
    },
    AbortSignal.timeout(OPEN_TIMEOUT_MS),
  )
}
