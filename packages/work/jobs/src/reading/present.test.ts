import { describe, expect, test } from '@jest/globals'
import type { JobRow } from '../rows.ts'
import { attempt } from '../testing/attempts.ts'
import { finishedJobOfRow, rowOf } from '../testing/row.ts'
import {
  groupOf,
  presentBilling,
  presentExpired,
  presentFailure,
  presentHeaders,
  presentJob,
  presentResult,
} from './present.ts'

const BATCH = '01900000-0000-7000-8000-00000000000b'
const ERROR = { code: 'ALL_TIERS_FAILED', message: 'no tier did it', details: { tried: 2 } } as const
const FAILED: Partial<JobRow> = {
  status: 'failed',
  error: ERROR,
  costMicros: 0,
  attempts: [attempt('1', 'blocked', { durationMs: 120.4 }), attempt('2', 'timeout', { error: 'too slow' })],
}
const shown = (row: Partial<JobRow>) => JSON.parse(presentJob(finishedJobOfRow(row)))

describe('the billing of a job', () => {
  test('that is completed has what it cost, what it saved, and each try; only the last one cost anything', () => {
    expect(presentBilling(rowOf())).toEqual({
      total_credits: 1.5,
      total_cost: 0.0003,
      tier_used: '2',
      tier_name: expect.any(String),
      escalations: [
        { tier: '1', result: 'failed', credits: 0, cost: 0, duration_ms: 120, error: 'blocked by Acme' },
        { tier: '2', result: 'success', credits: 1.5, cost: 0.0003, duration_ms: 12 },
      ],
      savings: 43.5,
      cost_dollars: 0.0003,
      final_cost_microcents: 300,
      byop_applied: false,
      optimization_suggestion: expect.stringContaining('force_tier "2"'),
    })
  })

  test('that has failed names no tier, saves nothing, and says of each try why', () => {
    const billing = presentBilling(rowOf(FAILED))
    expect(billing).toMatchObject({ total_credits: 0, tier_used: '', savings: 0 })
    expect(billing.escalations.map(({ error }) => error)).toEqual(['blocked', 'too slow'])
    for (const absent of ['tier_name', 'optimization_suggestion']) expect(billing).not.toHaveProperty(absent)
  })

  test.each<[string, Partial<JobRow>, boolean]>([
    ['delivered by it', {}, true],
    ['that failed', FAILED, false],
    ['answered from the cache', { cachedFrom: BATCH }, false],
  ])("says whether the caller's own proxy was used, of one %s", (_, more, applied) => {
    const plan = { ...rowOf().plan, options: ['use_own_proxy' as const] }
    expect(presentBilling(rowOf({ ...more, plan })).byop_applied).toBe(applied)
    expect(presentBilling(rowOf(more)).byop_applied).toBe(false)
  })
})

describe('a job as it is shown', () => {
  const COMMON = {
    id: rowOf().id,
    url: 'https://example.com/',
    mode: 'auto',
    created_at: '2026-01-01T00:00:00.000Z',
  }

  test('pending has no progress; running it has gone down a part of its ladder', () => {
    expect(shown({ status: 'pending', finishedAt: null, tier: '1', attempts: [] })).toEqual({
      ...COMMON,
      status: 'pending',
      tier: '1',
      attempts: [],
    })
    const running = (tries: number) =>
      shown({ status: 'running', finishedAt: null, attempts: rowOf().attempts.slice(0, tries) })
    expect(running(0)).toEqual({ ...COMMON, status: 'running', progress: 10, tier: '2', attempts: [] })
    expect(running(1)).toMatchObject({
      progress: 30,
      attempts: [{ tier: '1', result: 'failed', credits: 0, duration_ms: 120, error: 'blocked by Acme' }],
    })
    expect(running(2).progress).toBe(50)
  })

  test('completed has its result with the stored page, and the time that it took', () => {
    const job = shown({})
    expect(job).toMatchObject({
      ...COMMON,
      status: 'completed',
      progress: 100,
      completed_at: '2026-01-01T00:00:02.500Z',
    })
    expect(job.result).toEqual({
      job_id: COMMON.id,
      url: COMMON.url,
      cached: false,
      response_time_ms: 2_500,
      billing: presentBilling(rowOf()),
      content: 'hello',
    })
    expect(JSON.parse(presentResult(finishedJobOfRow()))).toEqual(job.result)
    expect(JSON.parse(presentJob(finishedJobOfRow(), 'succeeded')).status).toBe('succeeded')
  })

  test('answered from the cache has the times of its page', () => {
    const cache = { cachedAt: new Date('2025-12-31T23:00:00Z'), expiresAt: new Date('2026-01-01T01:00:00Z') }
    const result = JSON.parse(presentResult(finishedJobOfRow({ cachedFrom: BATCH }, { cache })))
    expect(result).toMatchObject({
      cached: true,
      cached_at: '2025-12-31T23:00:00.000Z',
      expires_at: '2026-01-01T01:00:00.000Z',
    })
  })

  test('failed says why, with what it was billed', () => {
    expect(shown(FAILED)).toEqual({
      ...COMMON,
      status: 'failed',
      ...presentFailure(rowOf(FAILED)),
      failed_at: '2026-01-01T00:00:02.500Z',
    })
    expect(presentFailure(rowOf(FAILED))).toEqual({
      error: 'no tier did it',
      error_code: 'ALL_TIERS_FAILED',
      error_details: { tried: 2, billing: presentBilling(rowOf(FAILED)) },
    })
  })

  test('past its retention says that its result is gone', () => {
    expect(JSON.parse(presentExpired(rowOf()))).toEqual({
      ...COMMON,
      status: 'completed',
      progress: 100,
      error: expect.stringContaining('24 hours'),
      error_code: 'JOB_EXPIRED',
      completed_at: '2026-01-01T00:00:02.500Z',
    })
  })

  test('names the batch or the crawl that it is an item of', () => {
    expect(groupOf({ batchId: null, line: null })).toEqual({})
    expect(groupOf({ batchId: BATCH, line: null })).toEqual({ batch_id: expect.stringMatching(/^batch_/) })
    expect(groupOf({ batchId: BATCH, line: 'a:1:0' })).toEqual({ crawl_id: BATCH })
    expect(shown({ batchId: BATCH })).toHaveProperty('batch_id')
  })
})

test('the headers of a reply have the same facts', () => {
  expect(presentHeaders(rowOf())).toEqual({
    credits: 1.5,
    tier: '2',
    savings: 43.5,
    bytes: 1_234,
    cached: false,
  })
  expect(presentHeaders(rowOf({ sizeBytes: null, cachedFrom: BATCH }))).toMatchObject({
    bytes: 0,
    cached: true,
  })
})
