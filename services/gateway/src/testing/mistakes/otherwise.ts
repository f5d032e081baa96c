import type { OtherMistake } from './mistakes.ts'

const JSON_TYPE = { 'Content-Type': 'application/json' }
const RIGHT = '{"url": "https://example.com/a"}'
const ID = '0192f0c4-7b1e-7c3a-9a55-0c1d2e3f4a5b'

/** Of bodies. */
// biome-ignore format: one mistake a line
const BODIES: readonly OtherMistake[] = [
  ['POST /scrape', JSON_TYPE, '', 'INVALID_JSON', 'send a JSON object'],
  ['POST /scrape', JSON_TYPE, "{'url': 'https://example.com/a'}", 'INVALID_JSON', 'double quotes'],
  ['POST /scrape', JSON_TYPE, '{url: "https://example.com/a"}', 'INVALID_JSON', 'put names in double quotes'],
  ['POST /scrape', JSON_TYPE, '{"url": "https://example.com/a",}', 'INVALID_JSON', 'take the comma before'],
  ['POST /scrape', JSON_TYPE, '{"url": "a" /* mine */}', 'INVALID_JSON', 'no comments'],
  ['POST /scrape', JSON_TYPE, '{"url": “https://example.com/a”}', 'INVALID_JSON', 'straight double quotes'],
  ['POST /scrape', JSON_TYPE, '{"sync": False}', 'INVALID_JSON', 'write true, false, null'],
  ['POST /scrape', JSON_TYPE, '{"url": "https://example.com/a"', 'INVALID_JSON', 'ends too early'],
  ['POST /scrape', JSON_TYPE, 'url=https%3A%2F%2Fexample.com', 'INVALID_JSON', 'this is a form'],
  ['POST /scrape', JSON_TYPE, 'https://example.com/a', 'INVALID_JSON', 'an object with the address in it'],
  ['POST /scrape', JSON_TYPE, "'{url: https://example.com/a}'", 'INVALID_JSON', 'begins with a single quote'],
  ['POST /scrape', JSON_TYPE, `[${RIGHT}]`, 'INVALID_REQUEST', 'not a list'],
  ['POST /batch', JSON_TYPE, '["https://example.com/a"]', 'INVALID_REQUEST', 'not a list'],
  ['POST /scrape', JSON_TYPE, JSON.stringify(RIGHT), 'INVALID_REQUEST', 'encode it once'],
  ['POST /scrape', JSON_TYPE, 'null', 'INVALID_REQUEST', 'names and values in braces'],
  ['POST /scrape', { 'Content-Type': 'application/x-www-form-urlencoded' }, RIGHT, 'INVALID_REQUEST', "-H 'Content-Type: application/json'"],
  ['POST /scrape', { 'Content-Type': 'text/plain' }, RIGHT, 'INVALID_REQUEST', 'application/json'],
  ['POST /scrape', { 'Content-Type': 'application/xml' }, '<a/>', 'INVALID_REQUEST', 'application/json'],
  ['POST /scrape', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, RIGHT, 'INVALID_REQUEST', 'send the body uncompressed'],
  ['POST /scrape?render_js=true', JSON_TYPE, RIGHT, 'INVALID_REQUEST', 'render_js: is not read from the query; put it into the body'],
  ['POST /crawl?limit=5', JSON_TYPE, RIGHT, 'INVALID_REQUEST', 'limit: is not read from the query; put it into the body'],
  ['POST /parse', { 'Content-Type': 'application/x-unknown' }, 'x', 'UNSUPPORTED_CONTENT_TYPE', 'application/x-unknown are not read'],
  ['POST /parse', { 'Content-Type': 'multipart/form-data' }, '--x', 'INVALID_REQUEST', 'no boundary'],
]

/** Of credentials and other headers; `X-API-Key` is right where it is not given. */
// biome-ignore format: one mistake a line
const HEADERS: readonly OtherMistake[] = [
  ['GET /usage', { 'X-API-Key': '' }, undefined, 'UNAUTHENTICATED', 'Send your API key in the X-API-Key header'],
  ['GET /usage', { 'X-API-Key': '', 'Api-Key': '$KEY' }, undefined, 'UNAUTHENTICATED', 'in the X-API-Key header'],
  ['GET /usage?api_key=$KEY', { 'X-API-Key': '' }, undefined, 'UNAUTHENTICATED', 'in the X-API-Key header'],
  ['GET /usage', { 'X-API-Key': '', Authorization: '$KEY' }, undefined, 'UNAUTHENTICATED', 'Authorization: Bearer'],
  ['GET /usage', { 'X-API-Key': '', Authorization: 'Token $KEY' }, undefined, 'UNAUTHENTICATED', 'Authorization: Bearer'],
  ['GET /usage', { 'X-API-Key': '', Authorization: 'Bearer <$KEY>' }, undefined, 'UNAUTHENTICATED', 'Authorization: Bearer'],
  ['GET /usage', { 'X-API-Key': '', Authorization: 'Bearer YOUR_API_KEY' }, undefined, 'UNAUTHENTICATED', 'begins with sk_live_'],
  ['GET /usage', { 'X-API-Key': '', Authorization: 'Bearer fc-0123456789' }, undefined, 'UNAUTHENTICATED', 'begins with sk_live_'],
  ['GET /usage', { 'X-API-Key': '"$KEY"' }, undefined, 'UNAUTHENTICATED', 'without quotes'],
  ['GET /usage', { 'X-API-Key': 'Bearer $KEY' }, undefined, 'UNAUTHENTICATED', 'begins with sk_live_'],
  ['GET /usage', { 'X-API-Key': 'sk_live_a1B2c3' }, undefined, 'UNAUTHENTICATED', 'has 40 characters'],
  ['GET /usage', { 'X-API-Key': '', Authorization: `Basic ${btoa('ann@example.com:secret')}` }, undefined, 'UNAUTHENTICATED', 'curl -u <key>:'],
  ['POST /api-keys', JSON_TYPE, '{"name": "a"}', 'UNAUTHENTICATED', 'Sign in with POST /auth/login'],
  ['GET /usage', { 'X-Organization-Id': 'harbour' }, undefined, 'INVALID_REQUEST', 'leave it out to act for yourself'],
  ['GET /usage', { 'X-Organization-Id': ID }, undefined, 'FORBIDDEN', 'GET /organizations lists yours'],
  ['POST /scrape', { ...JSON_TYPE, 'Idempotency-Key': 'x'.repeat(300) }, RIGHT, 'INVALID_REQUEST', 'Idempotency-Key: must be 1 to 255'],
  ['GET /r/https://example.com', { 'X-Engine': 'readerlm-v2' }, undefined, 'INVALID_REQUEST', 'X-Engine: must be one of auto, default, browser'],
  ['GET /r/https://example.com', { 'X-Token-Budget': '100' }, undefined, 'INVALID_REQUEST', 'X-Token-Budget'],
  ['GET /r/https://example.com', { 'X-Proxy-Url': 'http://h:1' }, undefined, 'INVALID_REQUEST', 'POST /proxies'],
  ['GET /r/https://example.com', { 'X-Timeout': '10000' }, undefined, 'INVALID_REQUEST', 'is in seconds, and must be at most 300; did you mean 10?'],
  ['GET /r/https://example.com', { 'X-Return-Format': 'screenshot' }, undefined, 'INVALID_REQUEST', 'by advanced.screenshot'],
]

/** Of paths, methods and ids. */
// biome-ignore format: one mistake a line
const PATHS: readonly OtherMistake[] = [
  ['POST /scrap', JSON_TYPE, RIGHT, 'NOT_FOUND', 'Did you mean /api/v1/scrape?'],
  ['POST /api/v1/scrape', JSON_TYPE, RIGHT, 'NOT_FOUND', 'Did you mean POST /api/v1/scrape?'],
  ['POST /screenshot', JSON_TYPE, RIGHT, 'NOT_FOUND', 'POST /api/v1/scrape with advanced.screenshot'],
  ['GET /credits', {}, undefined, 'NOT_FOUND', 'Did you mean GET /api/v1/billing/balance?'],
  ['GET /me', {}, undefined, 'NOT_FOUND', 'Did you mean GET /api/v1/auth/me?'],
  [`GET /job/${ID}`, {}, undefined, 'NOT_FOUND', 'Did you mean GET /api/v1/jobs/{job_id}?'],
  [`GET /batches/${ID}`, {}, undefined, 'NOT_FOUND', 'Did you mean GET /api/v1/batch/{batch_id}?'],
  [`POST /jobs/${ID}/cancel`, {}, undefined, 'NOT_FOUND', 'Did you mean DELETE /api/v1/jobs/{job_id}?'],
  ['GET /r/', {}, undefined, 'NOT_FOUND', 'Did you mean GET /api/v1/r/{url}?'],
  ['POST /batches', JSON_TYPE, '{}', 'METHOD_NOT_ALLOWED', 'Did you mean POST /batch?'],
  ['POST /crawl/start', JSON_TYPE, RIGHT, 'METHOD_NOT_ALLOWED', 'Did you mean POST /crawl?'],
  ['GET /batch', {}, undefined, 'METHOD_NOT_ALLOWED', 'Did you mean GET /batches?'],
  ['PUT /scrape', JSON_TYPE, RIGHT, 'METHOD_NOT_ALLOWED', 'use GET, POST'],
  [`PUT /sessions/${ID}`, JSON_TYPE, '{}', 'METHOD_NOT_ALLOWED', 'PATCH'],
  ['POST /r/https://example.com', {}, undefined, 'METHOD_NOT_ALLOWED', 'use GET'],
  ['GET /jobs/abc', {}, undefined, 'JOB_NOT_FOUND', 'no such job in this account'],
  [`GET /jobs/batch_${ID}`, {}, undefined, 'JOB_NOT_FOUND', 'no such job in this account'],
  [`GET /batch/${ID}`, {}, undefined, 'NOT_FOUND', 'no such batch in this account'],
  [`GET /crawl/crawl_${ID}`, {}, undefined, 'NOT_FOUND', 'no such crawl in this account'],
  ['GET /sessions/mine', {}, undefined, 'SESSION_NOT_FOUND', 'no session mine in this account'],
  ['GET /monitors/1', {}, undefined, 'NOT_FOUND', 'which is no UUID'],
  [`POST /sessions/${ID}/validate`, {}, undefined, 'SESSION_NOT_FOUND', 'in this account'],
]

export const OTHERWISE: readonly OtherMistake[] = [...BODIES, ...HEADERS, ...PATHS]
