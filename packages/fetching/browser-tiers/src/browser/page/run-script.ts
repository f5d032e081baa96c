import { randomBytes } from 'node:crypto'
import { LIMITS } from '@gleaner/contracts/limits'
import { sleep } from '@gleaner/runtime'
import type { Lease } from '../pool/lease.ts'
import { runInPage } from '../protocol/run-in-page.ts'

/** How long a script may take, what it waits for included. */
const SCRIPT_MS = 10_000

/**
 * Runs a caller's script among the page's own: an expression, or statements that return. Its value as JSON, undefined for
 * nothing. Pages may have redefined all that it uses, so the value comes by way of the document and is measured in our own
 * world. Throws what the script throws.
 */
export async function runScript(
  lease: Lease,
  script: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { session, mainFrameId } = lease
  const name = `data-${randomBytes(9).toString('hex')}`
  const asked = { awaitPromise: true, returnByValue: true, timeout: SCRIPT_MS, userGesture: true }
  for (const [at, body] of [`return (${script}\n)`, script].entries()) {
    const evaluated = session.send('Runtime.evaluate', { ...asked, expression: wrapped(body, name) })
    // What it is told by then has no listener any more.
    evaluated.catch(() => undefined)
    const { exceptionDetails } = await Promise.race([evaluated, tooSlow(signal)]).catch(orLeft)
    if (!exceptionDetails) break
    if (at === 1)
      throw new Error(
        `the script does not parse: ${(exceptionDetails.exception?.description ?? exceptionDetails.text).slice(0, 200)}`,
      )
    if (exceptionDetails.exception?.className !== 'SyntaxError')
      throw new Error(`the script was ended: ${exceptionDetails.text.slice(0, 200)}`)
  }
  const found = await runInPage(session, mainFrameId, takeValue, name, LIMITS.scriptValueChars)
  if (found === null) throw new Error(LEFT)
  if ('length' in found)
    throw new Error(
      `the value of the script has ${found.length} characters as JSON; at most ${LIMITS.scriptValueChars}`,
    )
  if (found.isFault) throw new Error(`the script failed: ${found.text}`)
  return found.text === '' ? undefined : found.text
}

const LEFT = 'the script left the page before it gave a value'

/** What Chromium says when the document goes while something runs in it. */
function orLeft(error: Error): never {
  throw /navigated or closed|context was destroyed/i.test(error.message) ? new Error(LEFT) : error
}

async function tooSlow(signal: AbortSignal): Promise<never> {
  await sleep(SCRIPT_MS, signal)
  throw new Error(`the script took longer than ${SCRIPT_MS / 1_000} s`)
}

/** Text of a value, or of what was thrown behind a mark, as an attribute of the root that nobody can foresee. */
function wrapped(body: string, name: string): string {
  return `(async () => {
    const root = document.documentElement
    try {
      const value = await (async () => { ${body}
      })()
      const text = JSON.stringify(value)
      root.setAttribute('${name}', text === undefined ? '=' : '=' + text)
    } catch (error) { root.setAttribute('${name}', '!' + error) }
  })()`
}

function takeValue(
  name: string,
  most: number,
): { text: string; isFault: boolean } | { length: number } | null {
  const root = document.documentElement
  const written = root.getAttribute(name)
  root.removeAttribute(name)
  if (written === null) return null
  const isFault = written.startsWith('!')
  const text = written.slice(1)
  if (!isFault && text.length > most) return { length: text.length }
  return { text: isFault ? text.slice(0, 250) : text, isFault }
}
