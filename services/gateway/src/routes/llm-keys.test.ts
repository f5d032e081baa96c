import { readAudit } from '@gleaner/audit-log'
import { type LlmProvider, startLlmProvider } from '@gleaner/testkit/llm-provider'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let account: TestAccount
let provider: LlmProvider
beforeAll(async () => {
  provider = await startLlmProvider()
  fixture = await createGatewayFixture({ EGRESS_ALLOW: '127.0.0.0/8' })
  account = await fixture.account()
})
afterAll(async () => {
  await fixture.close()
  await provider.close()
})

const call = (method: string, path: string, body?: unknown, key = account.key) =>
  fixture.request(`/api/v1/llm-keys${path}`, {
    method,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
let names = 0
const fields = () => ({
  name: `k${names++}`,
  provider: 'custom',
  base_url: provider.openaiUrl,
  api_key: provider.apiKey,
  model: 'm',
})

describe('/llm-keys', () => {
  test('201 stores a key and shows its last four characters, nowhere more', async () => {
    const created = await call('POST', '', fields())
    expect(created).toMatchObject({
      status: 201,
      body: { key_suffix: 'cdef', model: 'm', last_used_at: null },
    })
    const shown = [
      created.body,
      (await call('GET', '')).body,
      (await call('GET', `/${created.body.id}`)).body,
    ]
    expect(JSON.stringify(shown)).not.toContain(provider.apiKey.slice(0, -4))
    const { rows } = await fixture.pool.query('SELECT secret FROM llm_key WHERE id = $1', [created.body.id])
    expect(rows[0].secret.toString('latin1')).not.toContain('stand-in')
  })

  test('a key goes to its address only: another one needs the key once more', async () => {
    const { id } = (await call('POST', '', fields())).body
    const moved = await call('PATCH', `/${id}`, { base_url: 'https://evil.example.com/v1' })
    expect(moved).toMatchObject({ status: 400, body: { details: { issues: [{ path: 'base_url' }] } } })
    const right = await call('PATCH', `/${id}`, {
      base_url: `${provider.openaiUrl}/`,
      api_key: 'sk-another-one-1234',
    })
    expect(right.body).toMatchObject({ base_url: provider.openaiUrl, key_suffix: '1234' })
  })

  test('what happens to keys stands in the audit log, without them', async () => {
    const { key, id: accountId } = await fixture.account()
    const { id } = (await call('POST', '', fields(), key)).body
    await call('PATCH', `/${id}`, { api_key: 'sk-another-one-1234' }, key)
    expect((await call('DELETE', `/${id}`, undefined, key)).status).toBe(204)
    const { entries } = await readAudit(fixture.pool, accountId, { limit: 10, offset: 0 })
    expect(entries.map(({ action }) => action)).toEqual([
      'llm_key.deleted',
      'llm_key.changed',
      'llm_key.created',
      'sign_in.begun',
    ])
    expect(JSON.stringify(entries.map(({ details }) => details))).not.toMatch(/sk-/)
  })

  test.each([
    [{ provider: 'openai', api_key: undefined, base_url: undefined }, 'api_key'],
    [{ base_url: undefined }, 'base_url'],
    [{ base_url: 'http://10.0.0.1/v1' }, 'base_url'],
    [{ base_url: 'https://user:pw@llm.example.com/v1' }, 'base_url'],
    [{ base_url: 'ftp://llm.example.com' }, 'base_url'],
    [{ api_key: 'sk-with\nnewline' }, 'api_key'],
    [{ provider: 'mistral' }, 'provider'],
    [{ model: '' }, 'model'],
  ])('400 for %j names %s', async (change, path) => {
    const reply = await call('POST', '', { ...fields(), ...change })
    expect(reply).toMatchObject({ status: 400, body: { details: { issues: [{ path }] } } })
  })

  test('409 for a name that is taken, and for one key too many', async () => {
    const { key, id } = await fixture.account()
    const taken = fields()
    await call('POST', '', taken, key)
    expect((await call('POST', '', taken, key)).status).toBe(409)
    await fixture.pool.query(
      `INSERT INTO llm_key (id, account_id, name, provider, secret)
       SELECT gen_random_uuid(), $1, 'n' || n, 'openai', '' FROM generate_series(1, 49) AS n`,
      [id],
    )
    expect((await call('POST', '', fields(), key)).status).toBe(409)
  })
})

describe('POST /llm-keys/{id}/test', () => {
  test('tells that key, address and model work together, or what does not', async () => {
    provider.answerAll({ text: '{"data": "ok"}' })
    const { id } = (await call('POST', '', fields())).body
    expect((await call('POST', `/${id}/test`)).body).toMatchObject({ ok: true, model: 'stand-in-1' })
    await call('PATCH', `/${id}`, { api_key: 'sk-wrong-secret-key' })
    const { body } = await call('POST', `/${id}/test`)
    expect(body).toMatchObject({ ok: false, error: expect.stringContaining('refused the key') })
    expect(body.error).not.toContain('sk-wrong')
  })

  test('404 for a key of another account', async () => {
    const { id } = (await call('POST', '', fields())).body
    const { key } = await fixture.account()
    expect((await call('POST', `/${id}/test`, undefined, key)).status).toBe(404)
  })
})

test('a model on one’s own machine is asked without a key, as Ollama serves it', async () => {
  const ollama = await startLlmProvider({ apiKey: '' })
  try {
    const own = { name: 'ollama', provider: 'custom', base_url: `${ollama.openaiUrl}/`, model: 'qwen3:8b' }
    const { id } = (await call('POST', '', own)).body
    ollama.answerNext({
      status: 404,
      body: {
        error: { message: 'model "qwen3:8b" not found, try pulling it first', type: 'not_found_error' },
      },
    })
    expect((await call('POST', `/${id}/test`)).body).toMatchObject({
      ok: false,
      error: expect.stringContaining('qwen3:8b'),
    })

    ollama.answerNext({ text: '<think>A {lamp}?</think>{"data": {"name": "Desk lamp", "price": 12.5}}' })
    const extracted = await fixture.request('/api/v1/extract', {
      method: 'POST',
      headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        content: '<h1>Desk lamp</h1><p>Price: 12.50 euros</p>',
        extraction_prompt: 'What is sold, and at which price?',
        extraction_schema: { name: 'string', price: 'number' },
      }),
    })
    expect(extracted).toMatchObject({ status: 200 })
    expect(JSON.stringify(extracted.body)).toContain('"price":12.5')
    expect(ollama.requests.at(-1)!.body.model).toBe('qwen3:8b')
  } finally {
    await ollama.close()
  }
})
