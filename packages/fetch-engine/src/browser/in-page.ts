import { sleep } from '@gleaner/runtime'
import type { CDPSession } from 'puppeteer-core'

/** Runs a function in whatever document the frame shows: once more in the next one when it is left meanwhile. */
export async function runInPage<Args extends unknown[], Result>(
  session: CDPSession,
  frameId: string,
  run: (...args: Args) => Result | Promise<Result>,
  ...args: Args
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runInDocument(session, frameId, run, ...args)
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || session.detached || error instanceof PageScriptError) throw error
      await sleep(BETWEEN_DOCUMENTS_MS)
    }
  }
}

/** A page that moves on faster than this, again and again, is not to be read. */
const MAX_ATTEMPTS = 20
const BETWEEN_DOCUMENTS_MS = 50

/**
 * Runs a function inside a frame, in a world of its own: it sees the DOM, but nothing that the page's scripts changed
 * (a redefined `querySelector`, a frozen `Date`), and they do not see it. The function must stand alone. Rejects when
 * the document is left before the function is done.
 */
export async function runInDocument<Args extends unknown[], Result>(
  session: CDPSession,
  frameId: string,
  run: (...args: Args) => Result | Promise<Result>,
  ...args: Args
): Promise<Result> {
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName: WORLD })
  const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
    functionDeclaration: run.toString(),
    executionContextId,
    arguments: args.map((value) => ({ value })),
    returnByValue: true,
    awaitPromise: true,
  })
  if (exceptionDetails) {
    throw new PageScriptError(exceptionDetails.exception?.description ?? exceptionDetails.text)
  }
  return result.value as Result
}

/** A name that says nothing: some pages look for those of automation tools. */
const WORLD = 'w'

/** Our own code failed inside a page. */
export class PageScriptError extends Error {
  override readonly name = 'PageScriptError'
}
