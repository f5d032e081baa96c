import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { API_ROOT, ApiError, ENDPOINTS, type Endpoint, type EndpointName, errorsOf } from '@gleaner/contracts'
import { ERROR_STATUS, PASSES_AFTER_SECONDS } from '@gleaner/contracts/error-codes'
import { handleErrors } from '@gleaner/http-api/middleware/error-handler'
import { tellPollUrl } from '@gleaner/http-api/tell-poll-url'
import { exampleOf } from '@gleaner/openapi/example-of'
import { silentLogger } from '@gleaner/runtime'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import express, { type Request, type Response } from 'express'

const PUBLIC_URL = 'https://api.example.com'
const all = Object.entries(ENDPOINTS as Record<string, Endpoint>) as [EndpointName, Endpoint][]

/** What the next request is answered. */
let answer: (request: Request, response: Response) => void
let server: Server
let url: string
beforeAll(async () => {
  const app = express()
  app.use((request, response) => answer(request, response))
  app.use(handleErrors({ logger: silentLogger() }))
  server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

async function answered(by: typeof answer) {
  answer = by
  const reply = await fetch(url)
  return { status: reply.status, headers: reply.headers, body: await reply.json() }
}

describe('a refusal that passes', () => {
  const codes = [...new Set(all.flatMap(([, endpoint]) => [...errorsOf(endpoint)]))].filter((code) =>
    [409, 429].includes(ERROR_STATUS[code]),
  )

  test.each(codes)('as %s, of whichever endpoint, says when, where it knows', async (code) => {
    const usual = await answered(() => {
      throw new ApiError(code, 'Not now.')
    })
    const passes = PASSES_AFTER_SECONDS[code]
    expect([usual.status, usual.headers.get('retry-after')]).toEqual([
      ERROR_STATUS[code],
      passes === undefined ? null : String(passes),
    ])
    const known = await answered(() => {
      throw new ApiError(code, 'Not now.', { retry_after_seconds: 7 })
    })
    expect(known.headers.get('retry-after')).toBe('7')
  })
})

describe('a 202', () => {
  const accepting = all.filter(([, { polled, responses }]) => polled && 202 in responses)
  expect(accepting.length).toBeGreaterThan(8)

  test.each(accepting)(
    'of %s says where it is read: Location, and poll_url as a whole address',
    async (name, endpoint) => {
      const { params = {}, replies } = exampleOf(name)
      const { poll_url: _, ...body } = replies![202] as Record<string, unknown>
      const {
        status,
        headers,
        body: given,
      } = await answered((request, response) => {
        request.params = params as Record<string, string>
        tellPollUrl(endpoint, PUBLIC_URL, request, response)
        response.status(202).json(body)
      })
      expect(status).toBe(202)
      const patterns = endpoint.polled!.map((path) => path.replaceAll(/\{\w+\}/g, '[^/{}]+'))
      expect(given.poll_url).toMatch(new RegExp(`^${PUBLIC_URL}${API_ROOT}(?:${patterns.join('|')})$`))
      expect(headers.get('location')).toBe(given.poll_url)
    },
  )
})
