import type { ClaimedDelivery } from '@gleaner/outgoing-webhooks'
import { expect, test } from '@jest/globals'
import { createAtHand } from './at-hand.ts'

const delivery = (id: string, accountId: string, bytes: number) =>
  ({ id, accountId, bytes }) as ClaimedDelivery

test('what is taken is held by its account until it is freed, once', () => {
  const atHand = createAtHand({ places: 10, bytes: 1_000 })
  const [one, two, other] = [delivery('1', 'a', 100), delivery('2', 'a', 200), delivery('3', 'b', 300)]
  atHand.take([one, two])
  atHand.take([other, one])
  expect(atHand.room()).toEqual({ places: 7, bytes: 400 })
  expect(atHand.held()).toEqual([
    { accountId: 'a', places: 2, bytes: 300 },
    { accountId: 'b', places: 1, bytes: 300 },
  ])
  atHand.free(one)
  atHand.free(one)
  expect(atHand.room()).toEqual({ places: 8, bytes: 500 })
  atHand.free(other)
  expect(atHand.held()).toEqual([{ accountId: 'a', places: 1, bytes: 200 }])
  atHand.free(two)
  expect(atHand.room()).toEqual({ places: 10, bytes: 1_000 })
  expect(atHand.held()).toEqual([])
})
