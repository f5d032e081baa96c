import { uuidv7 } from '@gleaner/contracts'
import { createDatabase, createPool, type Database } from '@gleaner/db'
import { generateApiKey } from '@gleaner/security/api-key'
import { createAccessTokens } from '@gleaner/security/jwt'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import {
  beginSignIn,
  createAccessTokenVerifier,
  createAccount,
  createKeyVerifier,
  findUser,
  readValidKeys,
} from '../index.ts'

let server: TestDatabase
let db: Database
beforeAll(async () => {
  server = await createTestDatabase()
  db = createDatabase(createPool({ url: server.url }))
})
afterAll(async () => {
  await db.pool.end()
  await server.close()
})

const tokens = createAccessTokens({
  secret: 's'.repeat(32),
  issuer: 'http://here',
  audience: 'http://here/api',
})

interface Person {
  userId: string
  accountId: string
  key: string
  token: string
}

async function person(): Promise<Person> {
  const { key } = generateApiKey('live')
  const email = `${uuidv7()}@example.com`
  const { id: accountId } = await createAccount(db, {
    name: 'A',
    email,
    password: 'long enough',
    apiKeys: [{ name: 'first', key }],
  })
  const user = (await findUser(db.pool, { email }))!
  await db.pool.query('UPDATE api_key SET user_id = $1 WHERE account_id = $2', [user.id, accountId])
  const { access_token } = (await beginSignIn({ accessTokens: tokens }, db.pool, user))!
  return { userId: user.id, accountId, key, token: access_token }
}

/** The account of an organization, and a key of it that its owner has made. */
async function organization(owner: Person): Promise<{ id: string; key: string }> {
  const { key } = generateApiKey('live')
  const { id } = await createAccount(db, {
    name: 'Org',
    email: `${uuidv7()}@example.com`,
    password: 'long enough',
    apiKeys: [{ name: 'shared', key }],
    deposit: { amountMicros: 700n, note: 'its own' },
  })
  await db.transaction(async ({ sql }) => {
    await sql.query('UPDATE api_key SET user_id = $1 WHERE account_id = $2', [owner.userId, id])
    await sql.query('DELETE FROM app_user WHERE account_id = $1', [id])
    await sql.query("UPDATE account SET kind = 'organization' WHERE id = $1", [id])
    await sql.query('INSERT INTO organization (account_id, slug) VALUES ($1::uuid, $1::text)', [id])
    await sql.query("INSERT INTO membership (account_id, user_id, role) VALUES ($1, $2, 'owner')", [
      id,
      owner.userId,
    ])
  })
  return { id, key }
}

async function join(id: string, { userId }: Person, role: string): Promise<void> {
  await db.pool.query('INSERT INTO membership (account_id, user_id, role) VALUES ($1, $2, $3)', [
    id,
    userId,
    role,
  ])
}

let owner: Person
let member: Person
let stranger: Person
let org: { id: string; key: string }
beforeEach(async () => {
  ;[owner, member, stranger] = await Promise.all([person(), person(), person()])
  org = await organization(owner)
  await join(org.id, member, 'member')
})

/** With no memory of credentials, as a gateway that has just started. */
const byToken = ({ token }: Person, id?: string) =>
  createAccessTokenVerifier(db.pool, tokens).verify(token, id)
const byKey = ({ key }: { key: string }, id?: string) => createKeyVerifier(db.pool).verify(key, id)

test('a person acts for the own account, or for an organization with the role in it', async () => {
  expect(await byToken(owner)).toMatchObject({ accountId: owner.accountId, role: 'owner' })
  expect(await byToken(owner, owner.accountId)).toMatchObject({ accountId: owner.accountId, role: 'owner' })
  expect(await byToken(owner, org.id)).toMatchObject({
    accountId: org.id,
    role: 'owner',
    userId: owner.userId,
  })
  expect(await byToken(member, org.id)).toMatchObject({ accountId: org.id, role: 'member' })
})

test('a key of a personal account reaches the organizations of its maker, as the person would', async () => {
  expect(await byKey(member)).toMatchObject({ accountId: member.accountId, role: 'owner' })
  expect(await byKey(member, member.accountId)).toMatchObject({ accountId: member.accountId, role: 'owner' })
  expect(await byKey(member, org.id)).toMatchObject({ accountId: org.id, role: 'member' })
})

test('a key of an organization acts for it as a member, and for no other one of its maker', async () => {
  const other = await organization(owner)
  expect(await byKey(org)).toMatchObject({ accountId: org.id, role: 'member' })
  expect(await byKey(org, org.id)).toMatchObject({ accountId: org.id, role: 'member' })
  await expect(byKey(org, other.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(byKey(org, owner.accountId)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('strangers are told the same of an organization that exists and of one that does not', async () => {
  const refusals = [org.id, uuidv7(), owner.accountId].flatMap((id) => [
    byToken(stranger, id),
    byKey(stranger, id),
  ])
  const results = await Promise.allSettled(refusals)
  const errors = results.map((result) =>
    result.status === 'rejected' ? [result.reason.code, result.reason.message] : [],
  )
  expect(errors).toEqual(Array(6).fill(['FORBIDDEN', expect.stringContaining('GET /organizations')]))
  expect(new Set(errors.map(String)).size).toBe(1)
})

test('when somebody leaves, their reach ends and the keys of the organization stay', async () => {
  await db.pool.query('DELETE FROM membership WHERE user_id = $1', [member.userId])
  await expect(byToken(member, org.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(byKey(member, org.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await byKey(org)).toMatchObject({ accountId: org.id })
})

test('who is blocked acts for no organization, and a blocked one is acted for by nobody', async () => {
  await db.pool.query('UPDATE account SET blocked_at = now() WHERE id = $1', [member.accountId])
  await expect(byToken(member, org.id)).rejects.toThrow('blocked')
  await expect(byKey(member, org.id)).rejects.toThrow('blocked')
  expect(await byToken(owner, org.id)).toMatchObject({ accountId: org.id })
  await db.pool.query('UPDATE account SET blocked_at = now() WHERE id = $1', [org.id])
  await expect(byToken(owner, org.id)).rejects.toThrow('blocked')
  await expect(byKey(org)).rejects.toThrow('blocked')
  expect(await byToken(owner)).toMatchObject({ accountId: owner.accountId })
})

test('a verifier that remembers a credential asks again for each organization', async () => {
  const keys = createKeyVerifier(db.pool)
  const people = createAccessTokenVerifier(db.pool, tokens)
  for (const id of [undefined, org.id, undefined]) {
    const accountId = id ?? member.accountId
    expect(await keys.verify(member.key, id)).toMatchObject({ accountId })
    expect(await people.verify(member.token, id)).toMatchObject({ accountId })
  }
  await expect(keys.verify(stranger.key, org.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a connection that stays open is told by its key and account what a new request would be', async () => {
  const callers = await Promise.all([byKey(member), byKey(member, org.id), byKey(org), byKey(owner, org.id)])
  const valid = () => readValidKeys(db.pool, callers)
  expect(await valid()).toEqual([true, true, true, true])
  expect(
    await readValidKeys(db.pool, [{ ...callers[0], apiKeyId: uuidv7(), accountId: org.id }, ...callers]),
  ).toEqual([false, ...(await valid())])
  const strange = { ...callers[0], accountId: stranger.accountId }
  expect(await readValidKeys(db.pool, [strange])).toEqual([false])
  await db.pool.query('DELETE FROM membership WHERE user_id = $1', [member.userId])
  expect(await valid()).toEqual([true, false, true, true])
  await db.pool.query('UPDATE account SET blocked_at = now() WHERE id = $1', [org.id])
  expect(await valid()).toEqual([true, false, false, false])
  await db.pool.query('UPDATE api_key SET expires_at = now() WHERE account_id = $1', [member.accountId])
  expect(await valid()).toEqual([false, false, false, false])
})
