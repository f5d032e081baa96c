import { expect, test } from '@jest/globals'
import { ApiError, type ErrorCode } from './errors.ts'
import { OAuthError, oauthErrorBody } from './oauth-errors.ts'
import { OAuthErrorReply } from './schemas/oauth.ts'

test.each<[ErrorCode, string]>([
  ['INVALID_JSON', 'invalid_request'],
  ['PAYLOAD_TOO_LARGE', 'invalid_request'],
  ['RATE_LIMITED', 'temporarily_unavailable'],
  ['SERVICE_UNAVAILABLE', 'temporarily_unavailable'],
  ['INTERNAL', 'server_error'],
])('%s is told as %s', (code, oauthCode) => {
  expect(oauthErrorBody(new ApiError(code, 'No.'))).toEqual({ error: oauthCode, error_description: 'No.' })
})

test('an error of OAuth keeps its code, and has the status of ours', () => {
  const error = new OAuthError('invalid_client', 'No.')
  expect([error.status, error.code]).toEqual([401, 'UNAUTHENTICATED'])
  expect(oauthErrorBody(error)).toEqual({ error: 'invalid_client', error_description: 'No.' })
})

test('a description has the characters that RFC 6749 allows, and no others', () => {
  const body = oauthErrorBody(new OAuthError('invalid_request', `"a" \\ \n ü ${'x'.repeat(5_000)}`))
  expect(body.error_description).toMatch(/^'a' \? \? \? x+$/)
  expect(OAuthErrorReply.parse(body)).toEqual(body)
})
