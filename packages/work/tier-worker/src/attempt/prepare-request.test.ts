import { ScrapeRequest } from '@gleaner/contracts'
import { type ClaimedJob, splitRequest } from '@gleaner/jobs'
import { describe, expect, test } from '@jest/globals'
import { prepareRequest } from './prepare-request.ts'

function waitOf(advanced: object, budgetMs: number): number | undefined {
  const request = ScrapeRequest.parse({ url: 'https://example.com/', mode: 'js', advanced })
  const { spec } = splitRequest(request)
  const job = { spec, secrets: {} } as ClaimedJob
  return prepareRequest(job, budgetMs).browser?.waitForTimeoutMs
}

describe('the wait for an element', () => {
  test.each<[string, object, number, number]>([
    ['is 30 seconds when nothing else is asked', { wait_for: '#a' }, 90_000, 30_000],
    ['is what was asked', { wait_for: '#a', wait_for_timeout: 60_000 }, 90_000, 60_000],
    ['leaves the attempt time to open and read the page', { wait_for: '#a' }, 20_000, 15_000],
    ['leaves a short attempt half of its time', { wait_for: '#a' }, 4_000, 2_000],
  ])('%s', (_, advanced, budgetMs, expected) => {
    expect(waitOf(advanced, budgetMs)).toBe(expected)
  })
})

test('the identity is of the country of the proxy, where two are named', () => {
  const request = ScrapeRequest.parse({
    url: 'https://example.com/',
    location: { country: 'de' },
    advanced: { proxy_country: 'fr' },
  })
  const job = { spec: splitRequest(request).spec, secrets: {} } as ClaimedJob
  expect(prepareRequest(job, 10_000).country).toBe('DE')
})
