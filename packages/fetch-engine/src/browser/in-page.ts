import type { CDPSession } from 'puppeteer-core'

/**
 * Runs a function inside a frame, in a world of its own: it sees the DOM, but nothing that the page's scripts changed
 * (a redefined `querySelector`, a frozen `Date`), and they do not see it. The function must stand alone.
 */
export async function runInPage<Args extends unknown[], Result>(
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

/** Our own code failed inside a page, most often because the page was left meanwhile. */
export class PageScriptError extends Error {
  override readonly name = 'PageScriptError'
}
