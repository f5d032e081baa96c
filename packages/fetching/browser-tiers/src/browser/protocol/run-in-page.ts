import { sleep } from '@gleaner/runtime'
import { MEGABYTE } from '@gleaner/runtime/units'
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
 * As `runInPage`, for a text that may be long: one that is longer than a piece is fetched in pieces, so that no message
 * is. Undefined when it has more than `maxBytes` in UTF-8, null when `run` gives none.
 */
export function readTextInPage(
  session: CDPSession,
  frameId: string,
  run: () => string | null,
  maxBytes: number,
): Promise<string | null | undefined> {
  return inWhateverDocument(session, async () => {
    const unlessLong = `(most) => { const text = (${run})(); return text?.length > most ? text.length : text }`
    const found = await resultOf(session, frameId, unlessLong, [PIECE_CHARS])
    if (found === null) return null
    if (typeof found === 'string') return Buffer.byteLength(found) > maxBytes ? undefined : found
    // No character takes less than a byte.
    return (found as number) > maxBytes ? undefined : readInPieces(session, frameId, run, maxBytes)
  })
}

/** Holds the text in the page meanwhile. */
async function readInPieces(
  session: CDPSession,
  frameId: string,
  run: () => string | null,
  maxBytes: number,
): Promise<string | undefined> {
  const hold = { functionDeclaration: `() => ({ text: (${run})() })` }
  const { objectId } = await callInFrame(session, frameId, hold)
  const onText = async <Result>(functionDeclaration: string) =>
    (await callInWorld(session, { functionDeclaration, objectId, returnByValue: true })).value as Result
  const length = await onText<number>('function () { return this.text.length }')
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
}

/** The protocol writes most characters beyond ASCII in six bytes. */
const PIECE_CHARS = 2 * MEGABYTE

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
  return (await resultOf(session, frameId, run.toString(), args)) as Result
}

async function resultOf(
  session: CDPSession,
  frameId: string,
  functionDeclaration: string,
  args: unknown[],
): Promise<unknown> {
  const given = { arguments: args.map((value) => ({ value })), returnByValue: true }
  return (await callInFrame(session, frameId, { functionDeclaration, ...given })).value
}

/** The same function with others of the same names beside it, in the page too: all of them must stand alone otherwise. */
export function beside<Run extends (...args: never[]) => unknown>(
  run: Run,
  ...others: ((...args: never[]) => unknown)[]
): Run {
  const text = `(...args) => { ${others.join('\n')}; return (${run})(...args) }`
  return Object.assign((...args: Parameters<Run>) => run(...args), { toString: () => text }) as Run
}

/** What is called in our world of a frame's document. */
type Call = Omit<Protocol.Runtime.CallFunctionOnRequest, 'objectId' | 'executionContextId'>

/**
 * Calls a function in our world of the document that a frame shows. The world is found once in each document, and then
 * named by an object in it: its number could be that of a world of the page's own in the process of the next document.
 */
export async function callInFrame(
  session: CDPSession,
  frameId: string,
  what: Call,
): Promise<Protocol.Runtime.RemoteObject> {
  const found = knownWorlds.get(session) ?? new Map<string, string>()
  knownWorlds.set(session, found)
  const objectId = found.get(frameId)
  if (objectId !== undefined) {
    try {
      return await callInWorld(session, { ...what, objectId })
    } catch (error) {
      if (!WORLD_IS_GONE.test((error as Error).message)) throw error
    }
  }
  const executionContextId = await worldOf(session, frameId)
  const globalObject = { functionDeclaration: '() => globalThis', executionContextId }
  const [result, world] = await Promise.all([
    callInWorld(session, { ...what, executionContextId }),
    callInWorld(session, globalObject),
  ])
  found.set(frameId, world.objectId!)
  return result
}

/** Of each session, the global object of our world in the last document of each frame. */
const knownWorlds = new WeakMap<CDPSession, Map<string, string>>()
/** What Chromium says of a call that did not begin, as its document has been left. */
const WORLD_IS_GONE = /Cannot find context with specified id|Could not find object with given id/

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
