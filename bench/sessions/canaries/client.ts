import type { Written } from '@gleaner/devstack/tests/everything-written'

/** The API as one account sees it: whatever comes back is kept. */
export interface Client {
  key: string
  // biome-ignore lint/suspicious/noExplicitAny: replies are looked through, not used
  call(method: string, path: string, body?: unknown, headers?: object): Promise<any>
  /** Follows a batch by server-sent events and by WebSocket until both have told its end. */
  follow(batchId: string): Promise<void>
}

export interface Replies {
  written: Written[]
  /** How many of each status each endpoint gave. */
  counts: Record<string, number>
}

/** How long a batch may take. */
const MAX_WAIT_MS = 300_000

export function createClient(urls: { base: string; ws: string }, key: string, replies: Replies): Client {
  const keep = (place: string, text: string) =>
    void replies.written.push({ place: `the reply to ${place}`, bytes: Buffer.from(text) })
  const count = (place: string) => {
    replies.counts[place] = (replies.counts[place] ?? 0) + 1
  }

  async function call(method: string, path: string, body?: unknown, headers: object = {}) {
    const response = await fetch(urls.base + path, {
      method,
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const place = `${method} ${path.replace(/[0-9a-f-]{36}/, '{id}')} ${response.status}`
    count(place)
    keep(place, `${JSON.stringify([...response.headers])}\n${text}`)
    const isJson = /^application\/json(;|$)/.test(response.headers.get('content-type') ?? '')
    return isJson ? JSON.parse(text) : {}
  }

  async function follow(batchId: string): Promise<void> {
    await Promise.all([readStream(batchId), readSocket(batchId)])
  }

  async function readStream(batchId: string): Promise<void> {
    const response = await fetch(`${urls.base}/batch/${batchId}/stream`, {
      headers: { 'X-API-Key': key },
      signal: AbortSignal.timeout(MAX_WAIT_MS),
    })
    const text = await response.text()
    count(`events of a stream: ${text.split('event: progress').length > 1 ? 'some' : 'none'}`)
    keep('the stream of a batch', text)
  }

  async function readSocket(batchId: string): Promise<void> {
    const socket = new WebSocket(`${urls.ws}/ws/jobs`, ['gleaner', key])
    const ended = Promise.withResolvers<void>()
    const timer = setTimeout(() => ended.reject(new Error('a batch did not end')), MAX_WAIT_MS)
    socket.onopen = () => socket.send(JSON.stringify({ action: 'subscribe', batch_id: batchId }))
    socket.onclose = () => ended.resolve()
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data))
      count(`messages of a WebSocket: ${message.type}`)
      keep('the WebSocket of a batch', String(data))
      if (message.type === 'batch_update' && message.pending === 0) socket.close()
    }
    await ended.promise.finally(() => clearTimeout(timer))
  }

  return { key, call, follow }
}
