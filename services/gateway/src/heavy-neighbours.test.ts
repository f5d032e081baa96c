import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { costlyRequests } from './testing/costly-requests.ts'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from './testing/fixture.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await createGatewayFixture()
})
afterAll(() => fixture.close())

const REQUESTS = 40
/** Refused, after each of them was read and checked. */
const heavy = JSON.stringify({ name: '', ...templateOf(JSON.parse(bodyOf('long selectors'))) })

function bodyOf(name: string): string {
  return costlyRequests('http://a.test/').find((one) => one.name === name)!.body!()
}

function templateOf({ fields }: { fields: object }): object {
  return { fields }
}

const send = ({ key }: TestAccount) =>
  fixture.request('/api/v1/templates', {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: heavy,
  })

test('one account’s costly requests wait for each other, and another’s for one of them at a time', async () => {
  const [greedy, other] = [await fixture.account(), await fixture.account()]
  // Keys and limits are read once.
  await Promise.all([send(greedy), send(other)])
  let answered = 0
  const sent = Array.from({ length: REQUESTS }, async () => {
    const { status } = await send(greedy)
    answered++
    return status
  })
  const reply = await send(other)
  const before = answered
  expect(reply).toMatchObject({ status: 400, body: { error: 'INVALID_REQUEST' } })
  expect(await Promise.all(sent)).toEqual(Array(REQUESTS).fill(400))
  expect(before).toBeLessThan(REQUESTS / 2)
})
