import { MESSAGES } from '@gleaner/contracts/messages'
import { expect, test } from '@jest/globals'
import { type PageReading, presentPage } from './read-pages.ts'

const row = {
  id: 'a-job',
  url: 'https://u:canary@site.example/a',
  status: 'completed',
  costMicros: 200,
  error: null,
}
const shown = (reading: object, more: Partial<PageReading> = {}) =>
  presentPage({
    ...{ depth: 1, source: 'link', title: null, duplicateOf: null, statusCode: null },
    ...more,
    reading: reading as PageReading['reading'],
  })
const finished = (changes: object = {}) => ({ kind: 'finished', job: { row: { ...row, ...changes } } })

test('a page that was scraped is shown with what it was and has cost, and without a login', () => {
  const common = {
    url: 'https://***@site.example/a',
    job_id: 'a-job',
    status: 'succeeded',
    depth: 1,
    source: 'link',
  }
  expect(shown(finished())).toEqual({ ...common, credits: 1 })
  expect(shown(finished(), { title: 'A', statusCode: 200, duplicateOf: 'other' })).toEqual({
    ...common,
    ...{ credits: 1, title: 'A', status_code: 200, duplicate_of: 'other' },
  })
})

test('one whose result is past its time says so; one that has failed says why, however old it is', () => {
  expect(shown({ kind: 'expired', row })).toMatchObject({
    error: MESSAGES.resultGone,
    error_code: 'JOB_EXPIRED',
    credits: 1,
  })
  const failed = { ...row, status: 'failed', error: { code: 'TIMEOUT', message: 'too slow' } }
  for (const reading of [{ kind: 'expired', row: failed }, finished(failed)]) {
    const page = shown(reading, { statusCode: 500 })
    expect(page).toMatchObject({ status: 'failed', error: 'too slow', error_code: 'TIMEOUT' })
    expect(page).not.toHaveProperty('credits')
    expect(page).not.toHaveProperty('status_code')
  }
})

test('one that is not done yet has no result, and one whose job is gone is not shown', () => {
  const page = shown({ kind: 'pending', row: { ...row, status: 'waiting' } })
  expect(page).toMatchObject({ job_id: 'a-job' })
  for (const field of ['credits', 'error']) expect(page).not.toHaveProperty(field)
  expect(shown({ kind: 'unknown' })).toBeUndefined()
})
