import { describe, expect, test } from '@jest/globals'
import { createFairPlaces } from './fair-places.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('fair places', () => {
  test('are given out one for one between shares, however many one of them asks for', async () => {
    const places = createFairPlaces({ places: 1 })
    const order: string[] = []
    const work = async (share: string) => {
      using _place = await places.take(share)
      order.push(share)
      await settled()
    }
    await Promise.all([...Array.from({ length: 6 }, () => work('greedy')), work('one'), work('two')])
    expect(order).toEqual(['greedy', 'greedy', 'one', 'two', 'greedy', 'greedy', 'greedy', 'greedy'])
  })

  test('go to the share that holds fewer first', async () => {
    const places = createFairPlaces({ places: 3 })
    const held = await Promise.all([places.take('a'), places.take('a'), places.take('b')])
    const got: string[] = []
    void places.take('a').then(() => got.push('a'))
    void places.take('b').then(() => got.push('b'))
    void places.take('c').then(() => got.push('c'))
    held[0]![Symbol.dispose]()
    await settled()
    expect(got).toEqual(['c'])
  })

  test('are never all held by one share where each has a bound', async () => {
    const places = createFairPlaces({ places: 2, perShare: 1 })
    await places.take('greedy')
    let second = false
    void places.take('greedy').then(() => {
      second = true
    })
    await places.take('other')
    await settled()
    expect(second).toBe(false)
    expect(places.waiting).toBe(1)
  })

  test('are not lost to those who stop waiting, nor by giving one back twice', async () => {
    const places = createFairPlaces({ places: 1 })
    const first = await places.take('a')
    const gone = new AbortController()
    const waiting = places.take('b', gone.signal)
    gone.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    await expect(places.take('b', gone.signal)).rejects.toThrow('gone')
    first[Symbol.dispose]()
    first[Symbol.dispose]()
    await places.take('c')
    let second = false
    void places.take('d').then(() => {
      second = true
    })
    await settled()
    expect(second).toBe(false)
  })
})

describe('several places at once', () => {
  test('are waited for by whose turn it is, whom nobody who asks for few passes by', async () => {
    const places = createFairPlaces({ places: 10 })
    const held = await Promise.all([places.take('a', undefined, 5), places.take('b', undefined, 5)])
    const got: string[] = []
    void places.take('large', undefined, 8).then(() => got.push('large'))
    void places.take('small', undefined, 1).then(() => got.push('small'))
    held[0]!.shrinkTo(1)
    await settled()
    expect(got).toEqual([])
    held[1]![Symbol.dispose]()
    await settled()
    expect(got).toEqual(['large', 'small'])
  })

  test('pass on when the one whose turn it was leaves', async () => {
    const places = createFairPlaces({ places: 4 })
    await places.take('a', undefined, 2)
    const gone = new AbortController()
    const large = places.take('large', gone.signal, 4)
    const small = places.take('small', undefined, 2)
    gone.abort(new Error('gone'))
    await expect(large).rejects.toThrow('gone')
    await small
  })

  test('are at most those of a share, which one alone always gets', async () => {
    const places = createFairPlaces({ places: 10, perShare: 4 })
    const first = await places.take('a', undefined, 100)
    let second = false
    void places.take('a', undefined, 1).then(() => {
      second = true
    })
    await places.take('b', undefined, 4)
    await settled()
    expect(second).toBe(false)
    first.shrinkTo(3)
    await settled()
    expect(second).toBe(true)
  })
})
