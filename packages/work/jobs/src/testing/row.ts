import type { FinishedJob, JobRow } from '../rows.ts'
import { attempt } from './attempts.ts'

/** The row of a job that tier 2 has delivered after tier 1 was blocked. */
export function rowOf(more: Partial<JobRow> = {}): JobRow {
  return {
    id: '01900000-0000-7000-8000-000000000001',
    accountId: '01900000-0000-7000-8000-00000000000a',
    apiKeyId: null,
    status: 'completed',
    test: false,
    url: 'https://example.com/',
    mode: 'auto',
    plan: {
      steps: [
        { tier: '1', priceMicros: 200 },
        { tier: '2', priceMicros: 300 },
        { tier: '3', priceMicros: 2_000 },
        { tier: '4', priceMicros: 4_000 },
      ],
      options: [],
      optionMicros: {},
      dearestMicros: 9_000,
      cutByBudget: false,
    },
    tier: '2',
    attempts: [
      attempt('1', 'blocked', { durationMs: 120.4, error: 'blocked by Acme' }),
      attempt('2', 'delivered'),
    ],
    holdMicros: 4_000,
    costMicros: 300,
    sizeBytes: 1_234,
    error: null,
    cachedFrom: null,
    batchId: null,
    externalId: null,
    metadata: null,
    requestId: null,
    line: null,
    createdAt: new Date('2026-01-01T00:00:00.000Z'),
    deadlineAt: new Date('2026-01-01T00:05:00.000Z'),
    finishedAt: new Date('2026-01-01T00:00:02.500Z'),
    ...more,
  }
}

export function finishedJobOfRow(more: Partial<JobRow> = {}, job: Partial<FinishedJob> = {}): FinishedJob {
  return { row: rowOf(more), page: '{"content":"hello"}', ...job }
}
