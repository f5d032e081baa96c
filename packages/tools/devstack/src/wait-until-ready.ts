import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

const TIMEOUT_MS = 20_000
const POLL_MS = 50
const REQUEST_MS = 5_000

/** Waits until every `/readyz` answers 200; throws what is not ready, and why, when that takes too long. */
export async function waitUntilReady(opsUrls: readonly string[]): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS
  const problems = await Promise.all([...new Set(opsUrls)].map((url) => problemsOf(url, deadline)))
  const text = problems.flat().join('\n  ')
  if (text) throw new Error(`The services have started, but cannot work:\n  ${text}`)
}

async function problemsOf(url: string, deadline: number): Promise<string[]> {
  for (;;) {
    const failing = await failingChecks(url)
    if (failing.length === 0 || Date.now() > deadline) return failing
    await sleep(POLL_MS)
  }
}

/** By Node's older client: `fetch` would leave 10 MB in a process that lives as long as the stack. */
async function failingChecks(url: string): Promise<string[]> {
  const request = get(`${url}/readyz`, { agent: false, signal: AbortSignal.timeout(REQUEST_MS) })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const { checks } = (await json(response)) as { checks: Record<string, string> }
  return Object.entries(checks)
    .filter(([, result]) => result !== 'ok')
    .map(([name, result]) => `${name}: ${result}`)
}
