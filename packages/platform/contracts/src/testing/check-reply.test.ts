import { describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import { endpoint, FILE, NO_BODY } from '../endpoint.ts'
import { type ErrorCode, errorBody } from '../errors.ts'
import { checkReply, replyFaults, type SeenReply } from './check-reply.ts'

const Part = z.object({ size: z.number(), tier: z.string().optional() })
const Thing = z.object({
  id: z.string(),
  parts: z.array(Part).optional(),
  content: z.object({ domain: z.string() }).optional(),
})
const params = z.object({ id: z.string() })
const ENDPOINTS = [
  endpoint({ method: 'GET', path: '/things/{id}', summary: '', auth: 'apiKeyOrBearer', params, responses: { 200: Thing }, errors: ['NOT_FOUND'] }),
  endpoint({ method: 'POST', path: '/things', summary: '', auth: 'none', body: Thing, responses: { 201: Thing }, errors: [] }),
  endpoint({ method: 'DELETE', path: '/things/{id}', summary: '', auth: 'bearer', params, responses: { 204: NO_BODY }, errors: [] }),
  endpoint({ method: 'GET', path: '/files/{+key}', summary: '', auth: 'none', responses: { 200: FILE }, errors: [] }),
  endpoint({ method: 'GET', path: '/page', summary: '', auth: 'none', responses: { 200: FILE }, errors: [], errorFormat: 'page' }),
  endpoint({ method: 'POST', path: '/token', summary: '', auth: 'none', body: Thing, responses: { 200: Thing }, errors: ['UNAUTHENTICATED'], errorFormat: 'oauth' }),
] // biome-ignore format: a table

const ID = 'req_1'
const HTML = 'text/html; charset=utf-8'
const LIMITS_TOLD = {
  'X-RateLimit-Limit': '30',
  'X-RateLimit-Remaining': '29',
  'X-RateLimit-Reset': '1795320000',
  'X-Concurrency-Limit': '3',
  'X-Concurrency-Current': '0',
  'X-Service-Balance': '$1.00',
}
const reply = (method: string, path: string, status: number, body: unknown, type = 'application/json') =>
  ({
    method,
    url: `http://localhost/api/v1${path}`,
    status,
    headers: new Headers({ 'X-Request-Id': ID, ...LIMITS_TOLD, ...(type && { 'Content-Type': type }) }),
    body,
  }) satisfies SeenReply
const error = (code: ErrorCode, more = {}) => ({ ...errorBody(code, 'No.', ID), ...more })

describe('a reply as it is declared passes', () => {
  test.each<[string, SeenReply]>([
    ['with all fields', reply('GET', '/things/1?a=b', 200, { id: '1', parts: [{ size: 1 }] })],
    ['without an optional field', reply('POST', '/things', 201, { id: '1' })],
    ['with what a page calls a domain', reply('GET', '/things/1', 200, { id: '1', content: { domain: '' } })],
    ['without a body', reply('DELETE', '/things/1', 204, '', '')],
    ['that is a file', reply('GET', '/files/a/b.png', 200, '...', 'image/png')],
    ['with an error of its own', reply('GET', '/things/1', 404, error('NOT_FOUND'))],
    ['with an error of every endpoint', reply('POST', '/things', 500, error('INTERNAL'))],
    ['with an error of its authentication', reply('GET', '/things/1', 401, error('UNAUTHENTICATED'))],
    ['with an error of its body', reply('POST', '/things', 413, error('PAYLOAD_TOO_LARGE'))],
    ['that is a page', reply('GET', '/page', 200, '<html>', HTML)],
    ['with an error on a page', reply('GET', '/page', 503, '<html>', HTML)],
    [
      'with an error as OAuth tells it',
      reply('POST', '/token', 401, { error: 'invalid_client', error_description: 'No.' }),
    ],
    ['where nothing is', reply('GET', '/nothing', 404, error('NOT_FOUND'))],
    ['of another method', reply('PUT', '/things/1', 405, error('METHOD_NOT_ALLOWED'))],
    ['outside of the API', { ...reply('GET', '', 200, 'metrics'), url: '/healthz' }],
  ])('%s', (_, seen) => expect(replyFaults(seen, ENDPOINTS)).toEqual([]))
})

describe('a reply that is not as it is declared is found', () => {
  test.each<[string, SeenReply, string]>([
    ['a field is missing', reply('GET', '/things/1', 200, {}), 'id'],
    ['a field has another type', reply('GET', '/things/1', 200, { id: '1', parts: [{ size: '1' }] }), 'parts.0.size'],
    ['a field is not declared', reply('GET', '/things/1', 200, { id: '1', secret: 1 }), 'secret is not declared'],
    ['a field below is not declared', reply('GET', '/things/1', 200, { id: '1', parts: [{ size: 1, x: 1 }] }), 'parts.0.x is not declared'],
    ['a tier has no name', reply('GET', '/things/1', 200, { id: '1', parts: [{ size: 1, tier: '' }] }), 'parts.0.tier is empty'],
    ['the status is not declared', reply('GET', '/things/1', 202, { id: '1' }), 'status 202'],
    ['a body where there is none', reply('DELETE', '/things/1', 204, { id: '1' }), 'has a body'],
    ['no JSON', reply('GET', '/things/1', 200, '<html>', 'text/html'), 'text/html'],
    ['an error that is not listed', reply('POST', '/things', 404, error('NOT_FOUND')), 'NOT_FOUND is not among'],
    ['an authentication that is not asked for', reply('POST', '/things', 401, error('UNAUTHENTICATED')), 'UNAUTHENTICATED is not among'],
    ['an error of a body without one', reply('GET', '/things/1', 413, error('PAYLOAD_TOO_LARGE')), 'PAYLOAD_TOO_LARGE is not among'],
    ['an error with another status', reply('GET', '/things/1', 400, error('NOT_FOUND')), 'NOT_FOUND is not 400'],
    ['an error that nobody knows', reply('GET', '/things/1', 404, { ...error('NOT_FOUND'), error: 'GONE' }), 'error'],
    ['an error of another form', reply('GET', '/things/1', 404, { error: 'NOT_FOUND' }), 'message'],
    ['an error with more fields', reply('GET', '/things/1', 500, error('INTERNAL', { stack: 'x' })), 'stack is not declared'],
    ['an error with another id', reply('GET', '/things/1', 404, error('NOT_FOUND', { request_id: 'req_2' })), 'request_id'],
    ['an error as JSON where a page is promised', reply('GET', '/page', 500, error('INTERNAL')), 'application/json'],
    ['a page with an error that is not listed', reply('GET', '/page', 404, '<html>', HTML), 'status 404'],
    ['an error of ours where OAuth has its own', reply('POST', '/token', 400, error('INVALID_REQUEST')), 'error_description'],
    ['an error of OAuth with more fields', reply('POST', '/token', 400, { error: 'invalid_grant', error_description: 'No.', x: 1 }), 'x is not declared'],
    ['an error of OAuth with characters it forbids', reply('POST', '/token', 400, { error: 'invalid_grant', error_description: 'a "b"' }), 'error_description'],
    ['an error of OAuth with a status that is not listed', reply('POST', '/token', 404, { error: 'invalid_grant', error_description: 'No.' }), 'status 404'],
    ['an error in words only', reply('GET', '/things/1', 502, 'Bad Gateway', 'text/html'), 'text/html'],
    ['no endpoint', reply('GET', '/other', 200, {}), 'no endpoint'],
    ['another method', reply('PATCH', '/things/1', 200, { id: '1' }), 'no endpoint'],
    ['no request id', { ...reply('GET', '/things/1', 200, { id: '1' }), headers: new Headers({ 'Content-Type': 'application/json' }) }, 'X-Request-Id'],
    ['no limits', { ...reply('GET', '/things/1', 200, { id: '1' }), headers: new Headers({ 'X-Request-Id': ID, 'Content-Type': 'application/json' }) }, 'X-RateLimit-Remaining'],
    ['no time to wait', reply('GET', '/things/1', 429, error('RATE_LIMITED')), 'Retry-After'],
  ])('%s', (_, seen, fault) => {
    expect(replyFaults(seen, ENDPOINTS).join()).toContain(fault)
    expect(() => checkReply(seen, ENDPOINTS)).toThrow(fault)
  })
}) // biome-ignore format: a table
