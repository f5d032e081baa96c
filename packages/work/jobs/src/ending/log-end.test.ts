import { expect, test } from '@jest/globals'
import { finishedJobOfRow } from '../testing/row.ts'
import { logEnd } from './log-end.ts'

function linesOf(...jobs: ReturnType<typeof finishedJobOfRow>[]) {
  const lines: [object, string][] = []
  for (const job of jobs) logEnd({ info: (...line: [object, string]) => void lines.push(line) } as never, job)
  return lines
}

test('a job leaves one line, by whoever has ended it', () => {
  const row = { requestId: 'req_1', apiKeyId: '01900000-0000-7000-8000-0000000000aa' }
  const [[fields, message], ...more] = linesOf(
    finishedJobOfRow(row, { deliveries: 0 }),
    finishedJobOfRow(row),
  ) as [[object, string]]
  expect(more).toEqual([])
  expect(message).toBe('a job has ended')
  expect(fields).toEqual({
    requestId: 'req_1',
    jobId: '01900000-0000-7000-8000-000000000001',
    batchId: null,
    accountId: '01900000-0000-7000-8000-00000000000a',
    keyId: row.apiKeyId,
    host: 'example.com',
    tiers: ['1 blocked', '2 delivered'],
    cached: false,
    ms: 2_500,
    credits: 1.5,
    verdict: 'completed',
  })
})

test('what an address holds beside its host does not reach the log', () => {
  const url = 'https://ann:secret@example.com/path?token=secret'
  expect(JSON.stringify(linesOf(finishedJobOfRow({ url }, { deliveries: 0 })))).not.toContain('secret')
})
