import { expect, test } from '@jest/globals'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { ENDPOINTS } from './endpoints.ts'
import { ERROR_STATUS, type ErrorCode, PASSES_AFTER_SECONDS } from './error-codes.ts'

const all = Object.entries(ENDPOINTS as Record<string, Endpoint>)

/** What these answer 202 to is told by a mail, by a second factor or by somebody, or is a trial whose end is shown where it is tried. */
const NOT_POLLED = [
  'changeEmail',
  'connectSingleSignOn',
  'createPublicTicket',
  'forgotPassword',
  'login',
  'register',
  'singleSignOn',
  'testAlertRule',
  'testWebhook',
]

/** The schemas of which a reply is one. */
function choicesOf(schema: z.ZodType): z.ZodObject[] {
  return schema instanceof z.ZodUnion
    ? schema.options.flatMap((option) => choicesOf(option as z.ZodType))
    : [schema as z.ZodObject]
}

test('every 202 that begins work declares where it is polled, and has poll_url in each of its replies', () => {
  const accepting = all.filter(([, { responses }]) => 202 in responses)
  expect(
    accepting
      .filter(([, { polled }]) => !polled)
      .map(([name]) => name)
      .sort(),
  ).toEqual(NOT_POLLED)
  for (const [name, { polled, responses }] of accepting) {
    if (!polled) continue
    for (const { shape } of choicesOf(responses[202]!))
      expect([name, Object.keys(shape)]).toEqual([name, expect.arrayContaining(['poll_url'])])
  }
})

test('what is polled is an endpoint that is read', () => {
  const read = new Set(all.filter(([, { method }]) => method === 'GET').map(([, { path }]) => path))
  for (const [, { polled = [] }] of all) for (const path of polled) expect(read).toContain(path)
})

/** What these say does not change by waiting, or says itself when it does. */
const STAY: ErrorCode[] = ['CANCELLED', 'CONFLICT', 'SESSION_LIMIT_REACHED']

test('every code of 409 and 429 says when it passes, or is known not to pass by itself', () => {
  const codes = (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) =>
    [409, 429].includes(ERROR_STATUS[code]),
  )
  expect(codes.filter((code) => PASSES_AFTER_SECONDS[code] === undefined).sort()).toEqual(STAY)
})
