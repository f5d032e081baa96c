import { type TemplateCreate, uuidv7 } from '@gleaner/contracts'
import { LIMITS } from '@gleaner/contracts/limits'
import { BOUNDED, createDatabase, createPool, type Database } from '@gleaner/db'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit'
import { insertRows } from '@gleaner/testkit/insert-rows'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { findTemplates, whyNoTemplate } from './find-templates.ts'
import { createTemplate, deleteTemplate, listTemplates, readTemplate, updateTemplate } from './templates.ts'

let server: TestDatabase
let db: Database
beforeAll(async () => {
  server = await createTestDatabase()
  db = createDatabase(createPool({ url: server.url, max: 10 }))
})
afterAll(async () => {
  await db.pool.end()
  await server.close()
})

async function newAccount(): Promise<string> {
  const id = uuidv7()
  await db.pool.query("INSERT INTO account (id, name) VALUES ($1, 'Test')", [id])
  return id
}

const textAt = (selector: string) => ({ selector, type: 'text' as const, many: false })
const FIELDS: TemplateCreate['fields'] = { title: textAt('h1') }
const create = (accountId: string, template: Partial<TemplateCreate> = {}) =>
  db.transaction((both) =>
    createTemplate(both, accountId, { name: 'shop', fields: FIELDS, ...template } as TemplateCreate),
  )
const PAGE = { limit: 10, offset: 0 }
const namesOf = async (accountId: string) =>
  (await listTemplates({ db }, accountId, PAGE)).templates.map(({ name }) => name)

const update = (accountId: string, id: string, change: Parameters<typeof updateTemplate>[3]) =>
  db.transaction((both) => updateTemplate(both, accountId, id, change))

describe('a template', () => {
  /** All that a caller may do with one template. */
  const ACTS: [string, (accountId: string, id: string) => Promise<unknown>][] = [
    ['read', (accountId, id) => readTemplate({ db }, accountId, id)],
    ['change', (accountId, id) => update(accountId, id, { name: 'taken over' })],
    ['delete', (accountId, id) => db.transaction((both) => deleteTemplate(both, accountId, id))],
  ]
  test.each(ACTS)('of another account is none that one can %s, as one that is not there', async (_, act) => {
    const [own, other] = [await newAccount(), await newAccount()]
    const { id } = await create(own)
    for (const unknown of [id, uuidv7()])
      await expect(act(other, unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect([await namesOf(own), await namesOf(other)]).toEqual([['shop'], []])
  })

  test('keeps what a change does not name', async () => {
    const accountId = await newAccount()
    const list: TemplateCreate['list'] = { selector: 'li', name: 'items', fields: { name: textAt('a') } }
    const { id } = await create(accountId, { description: 'of shops', list })
    const before = await readTemplate({ db }, accountId, id)
    expect(before).toMatchObject({ name: 'shop', description: 'of shops', fields: FIELDS, list })
    const changed = async (change: Parameters<typeof updateTemplate>[3]) => {
      const { updated_at: _, ...rest } = await update(accountId, id, change)
      return rest
    }
    const { updated_at: _, ...same } = before
    expect(await changed({})).toEqual(same)
    expect(await changed({ description: null })).toEqual({ ...same, description: null })
    expect(await changed({ name: 'other' })).toEqual({ ...same, description: null, name: 'other' })
    // Selectors are one thing: a list without fields reads no fields.
    expect(await changed({ list })).toEqual({
      id,
      name: 'other',
      description: null,
      list,
      created_at: before.created_at,
    })
  })

  test('has a name of its own in its account, also when many are made or renamed at once', async () => {
    const [accountId, other] = [await newAccount(), await newAccount()]
    const made = await Promise.allSettled(Array.from({ length: 8 }, () => create(accountId)))
    expect(made.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    for (const one of made)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('"shop"') })
    const { id } = await create(accountId, { name: 'second' })
    await expect(update(accountId, id, { name: 'shop' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    await create(other)
    expect(await namesOf(accountId)).toEqual(['shop', 'second'])
  })

  test('is one of so many at most, also when many are made at once', async () => {
    const accountId = await newAccount()
    await insertRows(db.pool, 'template', { account_id: `'${accountId}'` }, BOUNDED.template.most - 1)
    const made = await Promise.allSettled(
      Array.from({ length: 5 }, (_, at) => create(accountId, { name: `name ${at}` })),
    )
    expect(made.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    expect((await listTemplates({ db }, accountId, PAGE)).total).toBe(BOUNDED.template.most)
  })

  test('takes so many bytes at most, however few letters they are', async () => {
    const accountId = await newAccount()
    const overhead = Buffer.byteLength(JSON.stringify({ fields: { f: textAt('') } }))
    const letters = Math.floor((LIMITS.templateBytes - overhead) / 2)
    const sized = (count: number) => ({ fields: { f: textAt('é'.repeat(count)) } })
    const { id } = await create(accountId, sized(letters))
    const refused = { code: 'INVALID_REQUEST' }
    await expect(create(accountId, { name: 'more', ...sized(letters + 1) })).rejects.toMatchObject(refused)
    await expect(update(accountId, id, sized(letters + 1))).rejects.toMatchObject(refused)
  })
})

test('templates are listed in the order in which they were made', async () => {
  const accountId = await newAccount()
  for (const name of ['c', 'a', 'b']) await create(accountId, { name })
  expect(await namesOf(accountId)).toEqual(['c', 'a', 'b'])
  const { templates, total } = await listTemplates({ db }, accountId, { limit: 1, offset: 1 })
  expect([templates.map(({ name }) => name), total]).toEqual([['a'], 3])
})

describe('what a request names', () => {
  test('is found by name or by id, in its own account alone', async () => {
    const [accountId, other] = [await newAccount(), await newAccount()]
    const [shop, foreign] = [await create(accountId), await create(other, { name: 'foreign' })]
    const asked = ['shop', shop.id, shop.id.toUpperCase(), 'Shop', 'foreign', foreign.id, uuidv7()]
    const found = await findTemplates(db.pool, accountId, asked)
    expect([...found.keys()]).toEqual(['shop', shop.id, shop.id.toUpperCase()])
    for (const one of found.values()) expect(one).toEqual({ name: 'shop', fields: FIELDS })
  })

  test('is a name before it is an id', async () => {
    const accountId = await newAccount()
    const first = await create(accountId, { name: 'first' })
    const list = { selector: 'li', fields: FIELDS } as TemplateCreate['list']
    await create(accountId, { name: first.id, list })
    expect((await findTemplates(db.pool, accountId, [first.id])).get(first.id)).toMatchObject({
      name: first.id,
      list,
    })
  })

  test('and is not there: the nearest name of the account or of a profile is told', async () => {
    const [accountId, other] = [await newAccount(), await newAccount()]
    await create(accountId, { name: 'my-bookshop' })
    await create(other, { name: 'quixotic' })
    expect(await whyNoTemplate(db.pool, accountId, 'my-bokshop')).toContain('did you mean "my-bookshop"?')
    expect(await whyNoTemplate(db.pool, accountId, 'prodct')).toContain('did you mean "product"?')
    expect(await whyNoTemplate(db.pool, accountId, 'quixotix')).not.toContain('did you mean')
  })
})
