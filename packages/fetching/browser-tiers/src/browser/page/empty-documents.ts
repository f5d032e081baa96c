import { sleep } from '@gleaner/runtime'
import type { CDPSession, Protocol } from 'puppeteer-core'
import { runInDocument } from '../protocol/run-in-page.ts'

/** An empty document of some origin, that its site knows nothing of. */
export interface EmptyDocument {
  origin: string
  run<Args extends unknown[], Result>(run: (...args: Args) => Result, ...args: Args): Promise<Result>
}

/**
 * Shows an empty document of each origin in a page, one after the other, and lets `work` do something there. Nothing of it reaches a
 * network, and nothing is left of it in the page's history.
 */
export async function inEmptyDocuments(
  session: CDPSession,
  mainFrameId: string,
  origins: readonly string[],
  work: (document: EmptyDocument) => Promise<void>,
): Promise<void> {
  if (origins.length === 0) return
  const run: EmptyDocument['run'] = (inPage, ...args) => runInDocument(session, mainFrameId, inPage, ...args)
  const answer = ({ requestId }: Protocol.Fetch.RequestPausedEvent) =>
    void session.send('Fetch.fulfillRequest', { ...EMPTY, requestId }).catch(() => undefined)
  session.on('Fetch.requestPaused', answer)
  // A worker of the site would answer before.
  await session.send('Network.setBypassServiceWorker', { bypass: true })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
  try {
    for (const origin of origins) {
      await session.send('Page.navigate', { url: `${origin}/` })
      if (await hasCome({ origin, run })) await work({ origin, run })
    }
    await session.send('Page.navigate', { url: 'about:blank' })
    if (await hasCome({ origin: NOBODYS, run })) {
      await session.send('Page.resetNavigationHistory').catch(() => undefined)
    }
  } finally {
    session.off('Fetch.requestPaused', answer)
    await session.send('Fetch.disable').catch(() => undefined)
    await session.send('Network.setBypassServiceWorker', { bypass: false }).catch(() => undefined)
  }
}

/** Of a blank page, as scripts read it. */
const NOBODYS = 'null'

/** Its icon is named, so that none is asked for. */
const EMPTY = {
  responseCode: 200,
  responseHeaders: [
    { name: 'content-type', value: 'text/html' },
    { name: 'content-security-policy', value: "default-src 'none'" },
    { name: 'cache-control', value: 'no-store' },
  ],
  body: Buffer.from('<!doctype html><link rel="icon" href="data:,">').toString('base64'),
}

/** A browser that does not come so far opens the origin under another address (https for http), or not at all. */
const TRIES = 100
const BETWEEN_TRIES_MS = 20

async function hasCome({ origin, run }: EmptyDocument): Promise<boolean> {
  for (let tried = 0; tried < TRIES; tried++) {
    if ((await run(() => location.origin).catch(() => undefined)) === origin) return true
    // The document of the address before is still there.
    await sleep(BETWEEN_TRIES_MS)
  }
  return false
}
