import type { Egress } from '@gleaner/egress'

/** The draft recommends 5 KB. */
const MOST_BYTES = 10 * 1024
const LONGEST_MS = 5_000
/** At once, of this process: whoever opens consent pages makes it fetch no more. */
const MOST_AT_ONCE = 8

/** One that could not be used is not asked for again for so long, and so many of these are remembered. */
const FAILED_MS = 60_000
const MOST_FAILED = 1_000

export interface ClientDocuments {
  /**
   * What `judge` makes of the JSON object at an address. Throws an Error that says why there is none, what `judge` throws included; that is
   * remembered for a minute. Follows no redirect, and reaches no private address.
   */
  read<T>(address: string, judge: (said: Record<string, unknown>) => T): Promise<T>
}

export function createClientDocuments(egress: Pick<Egress, 'checkUrl' | 'dispatcher'>): ClientDocuments {
  let dispatcher: ReturnType<Egress['dispatcher']> | undefined
  let underWay = 0
  const failures = new Map<string, { error: unknown; until: number }>()

  async function fetchJson(address: string): Promise<Record<string, unknown>> {
    const url = egress.checkUrl(address)
    dispatcher ??= egress.dispatcher()
    const answer = await dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(LONGEST_MS),
    })
    return parsed(answer.statusCode, await readText(answer.body))
  }

  return {
    async read(address, judge) {
      const failed = failures.get(address)
      if (failed && failed.until > performance.now()) throw failed.error
      if (underWay >= MOST_AT_ONCE) throw new Error('too many documents are being read; try again')
      underWay += 1
      try {
        const judged = judge(await fetchJson(address))
        failures.delete(address)
        return judged
      } catch (error) {
        if (failures.size >= MOST_FAILED) failures.clear()
        failures.set(address, { error, until: performance.now() + FAILED_MS })
        throw error
      } finally {
        underWay -= 1
      }
    },
  }
}

async function readText(body: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    if (bytes > MOST_BYTES) {
      body.destroy()
      throw new Error(`it is larger than ${MOST_BYTES / 1024} KB`)
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function parsed(status: number, text: string): Record<string, unknown> {
  if (status !== 200) throw new Error(`it is answered with ${status}`)
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('it is no JSON object')
  return value as Record<string, unknown>
}
