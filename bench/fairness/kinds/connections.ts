import { get } from 'node:http'
import { Worker } from 'node:worker_threads'
import { type Api, expectStatus } from '@gleaner/devstack/testing/fair/api'
import type { Started } from '@gleaner/devstack/testing/fair/kinds-of-work'

type Site = Parameters<Started['flood']>[1]
const HELD_REPLIES = 20

/** An account's job with a page of two megabytes, scraped the first time that it is asked for. */
const largeJobs = new Map<string, Promise<string>>()
export function largeJobOf(api: Api, site: Site): Promise<string> {
  const known = largeJobs.get(api.key)
  if (known) return known
  const scraped = api('POST', '/scrape', { url: `${site.honest}large`, formats: ['html'], timeout: 120 })
  const id = scraped.then((reply) => {
    expectStatus(reply, 200)
    return reply.body.job_id as string
  })
  largeJobs.set(api.key, id)
  return id
}
/** Asks for large replies of which nothing is taken, until the flood is over. */
export async function holdReplies(api: Api, site: Site, signal?: AbortSignal): Promise<void> {
  const id = await largeJobOf(api, site)
  for (let n = 0; n < HELD_REPLIES; n++)
    get(`${api.base}/jobs/${id}`, { headers: { 'x-api-key': api.key }, signal, agent: false }, (reply) =>
      reply.on('error', () => {}).pause(),
    ).on('error', () => {})
}

/** Reads large replies and drops them, so many at once, until the flood is over. */
export async function dropReplies(api: Api, site: Site, atOnce: number, signal?: AbortSignal): Promise<void> {
  const workerData = { url: `${api.base}/jobs/${await largeJobOf(api, site)}`, key: api.key, atOnce }
  const reader = new Worker(new URL('drop-replies.ts', import.meta.url), { workerData })
  reader.on('error', () => {})
  signal?.addEventListener('abort', () => void reader.terminate(), { once: true })
}

/** Follows a job whose page is large over a WebSocket of its own until its result has come. */
export async function followJob(api: Api, site: Site): Promise<void> {
  const id = await largeJobOf(api, site)
  const socket = new WebSocket(`${api.base.replace('http', 'ws')}/ws/jobs?api_key=${api.key}`)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  socket.onerror = () => reject(new Error('no socket'))
  socket.onclose = ({ code }) => reject(new Error(`closed with ${code}`))
  socket.onopen = () => socket.send(JSON.stringify({ action: 'subscribe', job_id: id }))
  socket.onmessage = ({ data }) => {
    const { type, message } = JSON.parse(data)
    if (type === 'job_update') resolve()
    if (type === 'error') reject(new Error(message))
  }
  await promise.finally(() => socket.close())
}
