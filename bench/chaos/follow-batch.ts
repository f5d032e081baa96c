import { request as send } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DevInfo } from '@gleaner/devstack/dev-info'

export interface StreamEvent {
  id: number
  event: string
  data: Record<string, unknown>
}

/** What a follower has seen of a batch's stream. */
export interface Followed {
  events: StreamEvent[]
  /** Connections that it took. */
  connections: number
}

const PAUSE_MS = 200

/**
 * Follows a batch to its end as a careful client does, over connections that break at random places: each time it asks for what comes
 * after the last event that it has whole.
 */
export async function followBatch(
  info: () => Promise<DevInfo>,
  batchId: string,
  deadline: number,
): Promise<Followed> {
  const followed: Followed = { events: [], connections: 0 }
  while (Date.now() < deadline) {
    followed.connections++
    const cutAfter = 200 + Math.floor(Math.random() * 4_000)
    const text = await readStream(await info(), batchId, followed.events.at(-1)?.id, cutAfter).catch(() => '')
    followed.events.push(...eventsOf(text))
    if (followed.events.at(-1)?.event === 'complete') break
    await sleep(PAUSE_MS)
  }
  return followed
}

/** The text of one connection, which is cut after so many bytes. */
async function readStream(
  info: DevInfo,
  batchId: string,
  lastId: number | undefined,
  cutAfter: number,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const headers = {
    'x-api-key': info.api_key,
    ...(lastId !== undefined && { 'last-event-id': String(lastId) }),
  }
  const call = send(`${info.base_url}/batch/${batchId}/stream`, { headers, agent: false }, (reply) => {
    let text = ''
    const end = () => resolve(reply.statusCode === 200 ? text : '')
    reply.setEncoding('utf8')
    reply.on('data', (part: string) => {
      text += part
      if (text.length < cutAfter) return
      text = text.slice(0, cutAfter)
      call.destroy()
    })
    reply.on('close', end)
    reply.on('error', end)
  })
  call.setTimeout(60_000, () => call.destroy())
  call.on('error', reject)
  call.end()
  return await promise
}

/** The events that have come whole: what follows the last blank line was cut. */
function eventsOf(text: string): StreamEvent[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .flatMap((block) => {
      const fields = Object.fromEntries(
        block
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
      )
      if (!fields.event) return []
      return [{ id: Number(fields.id), event: fields.event, data: JSON.parse(fields.data!) }]
    })
}
