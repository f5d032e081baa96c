import { sleep } from '@gleaner/runtime'
import type { CDPSession, Protocol } from 'puppeteer-core'

/** Runs a function in whatever document the frame shows: once more in the next one when it is left meanwhile. */
export function runInPage<Args extends unknown[], Result>(
  session: CDPSession,
  frameId: string,
  run: (...args: Args) => Result | Promise<Result>,
  ...args: Args
): Promise<Result> {
  return inWhateverDocument(session, () => runInDocument(session, frameId, run, ...args))
}

/**
 * As `runInPage`, for a text that may be long: it is measured inside the page and fetched in pieces, so that no message
 * is longer than a piece. Undefined when it has more than `maxBytes` in UTF-8.
 */
export function readTextInPage(
  session: CDPSession,
  frameId: string,
  run: () => string,
  maxBytes: number,
): Promise<string | undefined> {
  return inWhateverDocument(session, async () => {
    const executionContextId = await worldOf(session, frameId)
    const held = await callInWorld(session, {
      functionDeclaration: `() => ({ text: (${run})() })`,
      executionContextId,
    })
    const { objectId } = held
    const onText = async <Result>(functionDeclaration: string) =>
      (await callInWorld(session, { functionDeclaration, objectId, returnByValue: true })).value as Result
    // No character takes less than a byte.
    const length = await onText<number>('function () { return this.text.length }')
    if (length > maxBytes) return undefined
    const pieces: string[] = []
    let bytes = 0
    for (let from = 0; from < length; from += PIECE_CHARS) {
      const piece = await onText<string>(
        `function () { return this.text.slice(${from}, ${from + PIECE_CHARS}) }`,
      )
      bytes += Buffer.byteLength(piece)
      if (bytes > maxBytes) return undefined
      pieces.push(piece)
    }
    return pieces.join('')
  })
}

/** The protocol writes most characters beyond ASCII in six bytes. */
const PIECE_CHARS = 2 * 1024 * 1024

/** Once more in the next document when one is left meanwhile. */
export async function inWhateverDocument<Result>(
  session: CDPSession,
  run: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
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
 * Runs a function inside a frame, in an isolated world: it sees the DOM, but nothing that the page's scripts changed (a
 * redefined `querySelector`, a frozen `Date`), and they do not see it. The function must stand alone. Rejects when the
 * document is left before the function is done.
 */
export async function runInDocument<Args extends unknown[], Result>(
  session: CDPSession,
  frameId: string,
  run: (...args: Args) => Result | Promise<Result>,
  ...args: Args
): Promise<Result> {
  const result = await callInWorld(session, {
    functionDeclaration: run.toString(),
    executionContextId: await worldOf(session, frameId),
    arguments: args.map((value) => ({ value })),
    returnByValue: true,
  })
  return result.value as Result
}

/** The same function with others of the same names beside it, in the page too: all of them must stand alone otherwise. */
export function beside<Run extends (...args: never[]) => unknown>(
  run: Run,
  ...others: ((...args: never[]) => unknown)[]
): Run {
  const text = `(...args) => { ${others.join('\n')}; return (${run})(...args) }`
  return Object.assign((...args: Parameters<Run>) => run(...args), { toString: () => text }) as Run
}

/** The isolated world of a frame's document in which our functions run. */
export async function worldOf(session: CDPSession, frameId: string): Promise<number> {
  const world = await session.send('Page.createIsolatedWorld', { frameId, worldName: WORLD })
  return world.executionContextId
}

/** Calls a function in our world, or on an object of it. */
export async function callInWorld(
  session: CDPSession,
  what: Protocol.Runtime.CallFunctionOnRequest,
): Promise<Protocol.Runtime.RemoteObject> {
  const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
    ...what,
    awaitPromise: true,
  })
  if (exceptionDetails) {
    throw new PageScriptError(exceptionDetails.exception?.description ?? exceptionDetails.text)
  }
  return result
}

/** An inconspicuous name: some pages look for those of automation tools. */
const WORLD = 'w'

/** Our own code failed inside a page. */
export class PageScriptError extends Error {
  override readonly name = 'PageScriptError'
}
