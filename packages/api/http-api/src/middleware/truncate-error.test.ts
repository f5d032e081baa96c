import { errorBody } from '@gleaner/contracts'
import { describe, expect, test } from '@jest/globals'
import { ERROR_BODY_BYTES, truncateError } from './truncate-error.ts'

const sizeOf = (body: unknown) => Buffer.byteLength(JSON.stringify(body))
const fit = (message: string, details?: Record<string, unknown>) =>
  truncateError(errorBody('INVALID_REQUEST', message, 'req_1', details))

describe('an error reply', () => {
  test('stays as it is when it is of an ordinary size', () => {
    const issues = [{ path: 'url', message: 'is required' }]
    expect(fit('wrong', { issues, limit_bytes: 5 })).toEqual(
      errorBody('INVALID_REQUEST', 'wrong', 'req_1', { issues, limit_bytes: 5 }),
    )
  })

  test('names the first issues and counts the others', () => {
    const issues = Array.from({ length: 70_000 }, (_, i) => ({ path: `k${i}`, message: 'is not a field' }))
    const body = fit('wrong', { issues })
    expect(body.details).toMatchObject({ issues: issues.slice(0, 50), issues_omitted: 69_950 })
    expect(sizeOf(body)).toBeLessThan(ERROR_BODY_BYTES)
  })

  test.each(['a', '\u0001', '\ud83d\ude00', '"'])('is cut where it repeats a megabyte of %j', (unit) => {
    const text = unit.repeat(1_000_000)
    const body = fit(text, { issues: Array.from({ length: 60 }, () => ({ path: text, message: text })) })
    expect(sizeOf(body)).toBeLessThanOrEqual(ERROR_BODY_BYTES)
    expect(body).toMatchObject({ error: 'INVALID_REQUEST', detail: body.message, request_id: 'req_1' })
  })

  test('leaves details out that are large in another way', () => {
    const body = fit('wrong', { trace: 'x'.repeat(100_000) })
    expect(body).toMatchObject({ message: 'wrong', details: { omitted: true } })
  })
})
