import { deposit } from '@gleaner/billing'
import { AUTH_SCHEMES, covers, type Endpoint, type Role, uuidv7 } from '@gleaner/contracts'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type Reply, type TestAccount } from './testing/fixture.ts'
import { named } from './testing/tenancy.ts'

// Who may call what: every endpoint × every kind of caller. The rule is the declaration's `auth`, `role` and `personal`.

interface CallerOf {
  kind: 'key' | 'token'
  /** In the account that they act for. */
  role: Role
  headers: Record<string, string>
}

interface Team {
  organizationId: string
  people: Record<Role, TestAccount>
  callers: Record<string, CallerOf>
}

let fixture: GatewayFixture
let team: Team
beforeAll(async () => {
  fixture = await createGatewayFixture({ TRUST_PROXY: '1' })
  team = await newTeam()
})
beforeEach(() => fixture.forgetLimits())
afterAll(() => fixture.close())

async function newTeam(): Promise<Team> {
  const [owner, admin, member] = (await Promise.all([1, 2, 3].map(() => fixture.account()))) as [
    TestAccount,
    TestAccount,
    TestAccount,
  ]
  const organizationId = (await fixture.asUser(owner, 'POST', '/organizations', { name: 'Ours' })).body.id
  await fixture.pool.query('UPDATE account SET requests_per_minute = 10000 WHERE id = $1', [organizationId])
  await deposit(fixture.pool, organizationId, 1_000_000n, 'test')
  await fixture.pool.query(
    "INSERT INTO membership (account_id, user_id, role) VALUES ($1, $2, 'admin'), ($1, $3, 'member')",
    [organizationId, admin.userId, member.userId],
  )
  const acting = { 'X-Organization-Id': organizationId }
  const { key } = (await fixture.asUser(owner, 'POST', '/api-keys', { name: 'shared' }, acting)).body
  const people = { owner, admin, member }
  const own = (kind: CallerOf['kind'], headers: Record<string, string>): CallerOf => ({
    kind,
    role: 'owner',
    headers,
  })
  const callers: Record<string, CallerOf> = {
    'a key': own('key', { 'X-API-Key': owner.key }),
    'a person': own('token', { Authorization: `Bearer ${owner.accessToken}` }),
    'the key of the organization': { kind: 'key', role: 'member', headers: { 'X-API-Key': key } },
    ...Object.fromEntries(
      Object.entries(people).flatMap(([role, person]) =>
        (['key', 'token'] as const).map((kind) => {
          const credential = kind === 'key' ? person.key : person.accessToken
          const headers = { ...acting, Authorization: `Bearer ${credential}` }
          return [`the ${kind} of the ${role}, for the organization`, { kind, role: role as Role, headers }]
        }),
      ),
    ),
  }
  return { organizationId, people, callers }
}

/** Least role for what is done to the organization that the path names. Whom the request acts for does not count there. */
const IN_ORGANIZATION: Record<string, Role> = {
  getOrganization: 'member',
  updateOrganization: 'admin',
  deleteOrganization: 'owner',
  listMembers: 'member',
  updateMember: 'admin',
  removeMember: 'admin',
  leaveOrganization: 'member',
  transferOrganization: 'owner',
  getAuditLog: 'member',
  createInvitation: 'admin',
  listInvitations: 'admin',
  deleteInvitation: 'admin',
}

/** Of nobody, so that nothing comes of it: whether it may be asked for is told before whether it is there. */
const BODIES: Record<string, object> = {
  updateOrganization: { name: 'Ours' },
  updateMember: { role: 'member' },
  transferOrganization: { user_id: uuidv7() },
  createInvitation: { email: 'invited@example.com' },
}

/** What ends a sign-in or a membership: nobody after it is who they were. */
const ENDS = ['logout', 'leaveOrganization']

const isInOrganization = ({ path }: Endpoint) => path.startsWith('/organizations/{organization_id}')
const withAuth = named.filter(([, { auth, operator }]) => auth !== 'none' && !operator)

/** What an endpoint has to answer to a caller: 401, 403, or anything else. */
function expected(name: string, { auth, role, personal }: Endpoint, caller: CallerOf): string {
  const takesKeys = (AUTH_SCHEMES[auth] as readonly string[]).includes('apiKey')
  if (caller.kind === 'key' && !takesKeys) return '401'
  const needed = IN_ORGANIZATION[name] ?? (personal ? undefined : role)
  return needed === undefined || covers(caller.role, needed) ? 'served' : '403'
}

const outcome = ({ status }: Reply) => (status === 401 || status === 403 ? String(status) : 'served')

test('each endpoint of an organization has its role here', () => {
  const paths = withAuth.filter(([, endpoint]) => isInOrganization(endpoint)).map(([name]) => name)
  expect(Object.keys(IN_ORGANIZATION).sort()).toEqual(paths.sort())
})

describe('every endpoint serves or refuses every caller by role', () => {
  test.each(withAuth)('%s', async (name, endpoint) => {
    const { organizationId, callers } = ENDS.includes(name) ? await newTeam() : team
    const path = endpoint.path
      .replace('{organization_id}', organizationId)
      .replaceAll(/\{\+?\w+\}/g, () => uuidv7())
    const seen: Record<string, string> = {}
    const wanted: Record<string, string> = {}
    for (const [who, caller] of Object.entries(callers)) {
      await fixture.forgetLimits()
      const content = BODIES[name] ?? { nothing: 'of it' }
      const reply = await fixture.request(`/api/v1${path}`, {
        method: endpoint.method,
        redirect: 'manual',
        headers: { 'Content-Type': 'application/json', ...caller.headers },
        ...(endpoint.body && { body: JSON.stringify(content) }),
      })
      // Nobody but a member is asked what the path's organization allows.
      if (isInOrganization(endpoint) && who === 'a person') continue
      seen[who] = outcome(reply)
      wanted[who] = expected(name, endpoint, caller)
    }
    expect(seen).toEqual(wanted)
  })
})

describe.each(['key', 'token'] as const)('by %s, a request for an organization', (kind) => {
  const as = (role: Role) => team.callers[`the ${kind} of the ${role}, for the organization`]!.headers
  const ask = (role: Role, method: string, path: string, body?: unknown) =>
    fixture.request(`/api/v1${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...as(role) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const scrape = () => ask('member', 'POST', '/scrape', { url: `${fixture.site.url}/plain` })
  const spent = async () => {
    const { rows } = await fixture.pool.query(
      'SELECT account_id AS id, revenue_micros AS micros FROM balance WHERE account_id = ANY($1)',
      [[team.organizationId, team.people.member.id]],
    )
    return rows.map(({ id, micros }) => [id === team.organizationId, Number(micros)]).sort()
  }

  test('is charged to it, in its ledger and usage, and to nobody else', async () => {
    const before = await spent()
    expect((await scrape()).status).toBe(200)
    const [own, shared] = await spent()
    expect(own).toEqual(before[0])
    expect(shared![1]).toBeGreaterThan(Number(before[1]![1]))
  })

  test('is refused above its spend limit, before anything is fetched', async () => {
    const limit = { request_limit: 1, reset_period: 'monthly' }
    const owner = { ...team.people.owner }
    const acting = { 'X-Organization-Id': team.organizationId }
    await fixture.asUser(owner, 'PUT', '/account/limits', limit, acting)
    await scrape()
    const refused = await scrape()
    await fixture.asUser(owner, 'DELETE', '/account/limits', undefined, acting)
    expect([refused.status, refused.body.error]).toEqual([429, 'SPEND_LIMIT_EXCEEDED'])
    expect((await scrape()).status).toBe(200)
  })

  test('is bounded by its rate limit, which the reply tells', async () => {
    await fixture.pool.query('UPDATE account SET requests_per_minute = 2 WHERE id = $1', [
      team.organizationId,
    ])
    // What is known of a caller may be half a second old.
    await eventually(async () => {
      expect((await ask('member', 'GET', '/usage')).headers.get('x-ratelimit-limit')).toBe('2')
    })
    const replies: Reply[] = []
    for (let i = 0; i < 3; i++) replies.push(await ask('member', 'GET', '/usage'))
    await fixture.pool.query('UPDATE account SET requests_per_minute = 10000 WHERE id = $1', [
      team.organizationId,
    ])
    const last = replies.at(-1)!
    expect([last.status, last.body.error]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('that changes something is in its audit log, with who did it', async () => {
    const made = await ask('admin', 'POST', '/webhooks', {
      name: `by ${kind}`,
      url: `https://hooks.example.com/${kind}`,
    })
    expect(made.status).toBe(201)
    const { body } = await fixture.asUser(
      team.people.owner,
      'GET',
      `/organizations/${team.organizationId}/audit-log`,
    )
    const entry = body.entries.find(({ target }: { target: string }) => target?.endsWith(made.body.id))
    const { admin } = team.people
    const { rows } = await fixture.pool.query(
      "SELECT id FROM api_key WHERE account_id = $1 AND name = 'live'",
      [admin.id],
    )
    expect(entry?.actor).toBe(kind === 'key' ? `key:${rows[0].id}` : `user:${admin.userId}`)
  })
})
