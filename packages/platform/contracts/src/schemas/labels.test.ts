import { describe, expect, test } from '@jest/globals'
import { BatchItem, BatchRequest } from './batches/request.ts'
import { CrawlRequest } from './crawls/request.ts'
import { LiveMessage } from './live-messages.ts'
import { MapRequest } from './maps.ts'
import { ScrapeRequest } from './scrape/request.ts'
import { SearchRequest } from './search.ts'

const url = 'https://example.com/'
const REQUESTS = {
  scrape: [ScrapeRequest, { url }],
  batch: [BatchRequest, { urls: [url] }],
  item: [BatchItem, { url }],
  crawl: [CrawlRequest, { url }],
  map: [MapRequest, { url }],
  search: [SearchRequest, { query: 'lamp' }],
} as const

describe.each(Object.entries(REQUESTS))('a %s', (_, [schema, least]) => {
  const takes = (labels: object) => schema.safeParse({ ...least, ...labels }).success

  test('takes an external_id of 1 to 255 characters', () => {
    expect(takes({ external_id: 'x'.repeat(255) })).toBe(true)
    for (const external_id of ['', 'x'.repeat(256), 7, {}]) expect(takes({ external_id })).toBe(false)
  })

  test('takes an object of at most 4 KB as metadata, counted in bytes of its JSON', () => {
    const room = 4_096 - '{"a":""}'.length
    expect(takes({ metadata: { a: 'x'.repeat(room) } })).toBe(true)
    expect(takes({ metadata: { a: 'x'.repeat(room + 1) } })).toBe(false)
    expect(takes({ metadata: { a: 'ü'.repeat(room / 2 + 1) } })).toBe(false)
    for (const metadata of ['text', [], 7]) expect(takes({ metadata })).toBe(false)
  })
})

test('every message about work holds what it is called by', () => {
  const about = LiveMessage.options.filter(
    ({ shape }) => 'status' in shape && ['job_id', 'batch_id', 'crawl_id'].some((name) => name in shape),
  )
  expect(about.map(({ shape }) => shape.type.value)).toEqual(
    expect.arrayContaining(['subscribed', 'job_update', 'batch_update', 'crawl_update']),
  )
  for (const { shape } of about)
    expect(Object.keys(shape)).toEqual(expect.arrayContaining(['external_id', 'metadata']))
})
