import { Agent, request as send } from 'node:http'
import type { DevInfo } from '@gleaner/devstack/dev-info'

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 512 })
const DEADLINE_MS = 150_000

/** One HTTP request over a kept-alive connection, with little cost of its own. */
export function request(url: string, options: RequestOptions = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body, signal } = options
  return new Promise((resolve, reject) => {
    const call = send(url, { method, headers, agent, ...(signal && { signal }) }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('error', reject)
      reply.on('end', () =>
        resolve({
          status: reply.statusCode ?? 0,
          headers: reply.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    call.setTimeout(DEADLINE_MS, () => call.destroy(new Error('no answer in time')))
    call.on('error', reject)
    call.end(body)
  })
}

export interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  body?: string
  signal?: AbortSignal
}

/** A request below the API's root, with the development key or another one. */
export function callApi(
  info: DevInfo,
  method: string,
  path: string,
  { body, headers, key = info.api_key }: CallOptions = {},
): Promise<Answer> {
  return request(`${info.base_url}${path}`, {
    method,
    headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
}

interface CallOptions {
  body?: object
  headers?: Record<string, string>
  key?: string
}

export const postScrape = (info: DevInfo, body: object, headers: Record<string, string> = {}) =>
  callApi(info, 'POST', '/scrape', { body, headers })

export const getApi = (info: DevInfo, path: string) => callApi(info, 'GET', path)
