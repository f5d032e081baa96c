import { GATEWAY_ENDPOINTS } from '@gleaner/contracts'
import type { OpenApiDocument } from '@gleaner/openapi'
import { type FuzzRequest, requestsOf, type Sender } from '@gleaner/openapi/testing/fuzz/requests'
import fc from 'fast-check'
import type { GatewayFixture, TestAccount } from './fixture.ts'
import { CALLBACK, registerClient, type TestClient } from './oauth.ts'
import { createSeenIds, type SeenIds } from './seen-ids.ts'

export interface FuzzOptions {
  /** How many requests for each operation. */
  each: number
  seed: number
  /** Requests at once. */
  concurrency?: number
  /** Of these operations only. */
  only?: readonly string[]
}

export interface FuzzReport {
  requests: number
  /** By operation and status: how often it was answered so. */
  answers: Map<string, number>
  faults: string[]
}

/** Longer than any request may take whose job has `JOB_SECONDS`. */
const DEADLINE_MS = 20_000
const JOB_SECONDS = 2
/** These end what the next requests sign in with. */
const ENDS_ACCESS: ReadonlySet<string> = new Set(['logout', 'deleteAccount', 'changePassword'])

/**
 * Sends random and hostile requests, made from the gateway's own OpenAPI document, to every operation that it carries out. A fault is a server error, a
 * reply that is not as documented, or none in time.
 */
export async function fuzzGateway(fixture: GatewayFixture, options: FuzzOptions): Promise<FuzzReport> {
  const { each, seed, concurrency = 6, only } = options
  const document: OpenApiDocument = await (await fetch(`${fixture.url}/openapi.json`)).json()
  const [own, other, spent] = await Promise.all([1, 2, 3].map(() => fixture.account(100_000_000)))
  // To anybody else the endpoints of operators are not there.
  await fixture.pool.query('UPDATE app_user SET operator_since = now() WHERE id = $1', [own!.userId])
  // Without any client OAuth answers 503, as it is documented.
  const client = await registerClient(fixture)
  const known = knownValues(fixture, client)
  const report: FuzzReport = { requests: 0, answers: new Map(), faults: [] }
  const seen = createSeenIds()

  const requests = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      // What it passes on to the realtime service is not answered here.
      .filter(([, { operationId }]) => Object.hasOwn(GATEWAY_ENDPOINTS, operationId))
      .filter(([, { operationId }]) => !only || only.includes(operationId))
      .flatMap(([method, operation]) => {
        const arbitrary = requestsOf(method, path, operation, document, known)
        return fc.sample(arbitrary, { numRuns: each, seed: seed + hash(operation.operationId) })
      }),
  )
  // All operations are mixed, so that one meets what another has made.
  const pending = shuffled(requests, seed)

  async function work(): Promise<void> {
    for (let request = pending.pop(); request; request = pending.pop()) {
      const [sender, another] = ENDS_ACCESS.has(request.operationId) ? [spent!, spent!] : [own!, other!]
      const { path, init } = prepare(request, {
        own: sender,
        other: another,
        seen,
        number: report.requests++,
      })
      try {
        const reply = await fixture.request(path, { ...init, signal: AbortSignal.timeout(DEADLINE_MS) })
        const answer = `${request.operationId} ${reply.status}`
        report.answers.set(answer, (report.answers.get(answer) ?? 0) + 1)
        if (reply.status >= 500 && reply.status !== 501)
          throw new Error(`${reply.status} ${reply.body.message}`)
        // What is only read may be what the requests themselves need: their keys.
        if (request.method === 'POST') seen.add(path, reply.body)
      } catch (error) {
        report.faults.push(`${request.operationId}: ${String(error).slice(0, 1_500)}\n  ${shown(path, init)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return report
}

/** What is fetched is near and quick, or refused. */
function knownValues({ site }: GatewayFixture, client: TestClient): Record<string, fc.Arbitrary<unknown>> {
  const urls = ['/plain', '/article', '/status/404', '/redirect/2'].map((path) => `${site.url}${path}`)
  return {
    url: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...urls) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('http://10.0.0.1/', 'ftp://a/', 'http://a b/', 'https://\u0130.example/'),
      },
      { weight: 1, arbitrary: fc.constantFrom('http://me:secret@127.0.0.1:9/', 'socks5://127.0.0.1:9') },
    ),
    timeout: fc.constant(JOB_SECONDS),
    client_id: fc.constant(client.id),
    client_secret: fc.constantFrom(client.secret, 'wrong'),
    redirect_uri: fc.constant(CALLBACK),
  }
}

interface Surroundings {
  own: TestAccount
  other: TestAccount
  seen: SeenIds
  number: number
}

function prepare(
  request: FuzzRequest,
  { own, other, seen, number }: Surroundings,
): { path: string; init: RequestInit } {
  const [first] = request.path
  const area = first && 'text' in first ? first.text : ''
  const parts = request.path.map((part) =>
    encodeURIComponent('text' in part ? part.text.toWellFormed() : seen.of(area, part.seen)),
  )
  const query = new URLSearchParams(request.query.map(([name, value]) => [name, value])).toString()
  const isBodiless = request.method === 'GET' || request.body === undefined
  return {
    // A segment of dots would be taken out of the address before it is sent.
    path: `/api/v1/${parts.map((part) => part.replaceAll('.', '%2E')).join('/')}${query && `?${query}`}`,
    init: {
      method: request.method,
      redirect: 'manual',
      // Each comes from an address of its own, so that limits by address stop few of them.
      headers: {
        ...request.headers,
        ...credentials(request.sender, own, other),
        'X-Forwarded-For': addressOf(number),
      },
      ...(!isBodiless && { body: inTime(request) }),
    },
  }
}

function credentials(sender: Sender, own: TestAccount, other: TestAccount): Record<string, string> {
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
  switch (sender) {
    case 'key':
      return { 'X-API-Key': own.key }
    case 'testKey':
      return { 'X-API-Key': own.testKey }
    case 'user':
      return bearer(own.accessToken)
    case 'both':
      return { 'X-API-Key': own.key, ...bearer(other.accessToken) }
    case 'nobody':
      return {}
    case 'wrongKey':
      return { 'X-API-Key': `${own.key.slice(0, -1)}_` }
    case 'wrongToken':
      return bearer(`${own.accessToken.slice(0, -4)}AAAA`)
    case 'otherKey':
      return { 'X-API-Key': other.key }
    case 'otherUser':
      return bearer(other.accessToken)
  }
}

/** A scrape that nobody works on (of a tier that is not there) ends soon. */
function inTime({ operationId, body }: FuzzRequest): string {
  if (operationId !== 'postScrape' || !body!.startsWith('{')) return body!
  try {
    return JSON.stringify({
      timeout: JOB_SECONDS,
      ...JSON.parse(body!),
      ...(!body!.includes('"timeout"') && { timeout: JOB_SECONDS }),
    })
  } catch {
    return body!
  }
}

function addressOf(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
}

/** So that operations which are alike are not sent the same. */
function hash(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 0)
}

function shuffled<T>(items: readonly T[], seed: number): T[] {
  const order = fc.sample(fc.nat(), { numRuns: items.length, seed })
  return items
    .map((item, at) => [item, order[at]!] as const)
    .sort(([, a], [, b]) => a - b)
    .map(([item]) => item)
}

function shown(path: string, { method, headers, body }: RequestInit): string {
  const { 'X-API-Key': key, Authorization: token, ...rest } = headers as Record<string, string>
  const sender = key ? 'key' : token ? 'token' : 'nobody'
  return `${method} ${path.slice(0, 300)} by ${sender} ${JSON.stringify(rest)} ${String(body ?? '').slice(0, 700)}`
}
