import { describe, expect, test } from '@jest/globals'
import { createLocalFairSemaphore } from './local-fair-semaphore.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a local fair semaphore', () => {
  test('are given out one for one between shares, however many one of them asks for', async () => {
    const semaphore = createLocalFairSemaphore({ permits: 1 })
    const order: string[] = []
    const work = async (share: string) => {
      using _permit = await semaphore.acquire(share)
      order.push(share)
      await settled()
    }
    await Promise.all([...Array.from({ length: 6 }, () => work('greedy')), work('one'), work('two')])
    expect(order).toEqual(['greedy', 'greedy', 'one', 'two', 'greedy', 'greedy', 'greedy', 'greedy'])
  })

  test('go to the share that holds fewer first', async () => {
    const semaphore = createLocalFairSemaphore({ permits: 3 })
    const held = await Promise.all([semaphore.acquire('a'), semaphore.acquire('a'), semaphore.acquire('b')])
    const got: string[] = []
    void semaphore.acquire('a').then(() => got.push('a'))
    void semaphore.acquire('b').then(() => got.push('b'))
    void semaphore.acquire('c').then(() => got.push('c'))
    held[0]![Symbol.dispose]()
    await settled()
    expect(got).toEqual(['c'])
  })

  test('are never all held by one share where each has a bound', async () => {
    const semaphore = createLocalFairSemaphore({ permits: 2, perShare: 1 })
    await semaphore.acquire('greedy')
    let second = false
    void semaphore.acquire('greedy').then(() => {
      second = true
    })
    await semaphore.acquire('other')
    await settled()
    expect(second).toBe(false)
    expect(semaphore.waiting).toBe(1)
  })

  test('are not lost to those who stop waiting, nor by giving one back twice', async () => {
    const semaphore = createLocalFairSemaphore({ permits: 1 })
    const first = await semaphore.acquire('a')
    const gone = new AbortController()
    const waiting = semaphore.acquire('b', gone.signal)
    gone.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    await expect(semaphore.acquire('b', gone.signal)).rejects.toThrow('gone')
    first[Symbol.dispose]()
    first[Symbol.dispose]()
    await semaphore.acquire('c')
    let second = false
    void semaphore.acquire('d').then(() => {
      second = true
    })
    await settled()
    expect(second).toBe(false)
  })
})

describe('several permits at once', () => {
  test('are waited for by whose turn it is, whom nobody who asks for few passes by', async () => {
    const semaphore = createLocalFairSemaphore({ permits: 10 })
    const held = await Promise.all([
      semaphore.acquire('a', undefined, 5),
      semaphore.acquire('b', undefined, 5),
    ])
    const got: string[] = []
    void semaphore.acquire('large', undefined, 8).then(() => got.push('large'))
    void semaphore.acquire('small', undefined, 1).then(() => got.push('small'))
    held[0]!.shrinkTo(1)
    await settled()
    expect(got).toEqual([])
    held[1]![Symbol.dispose]()
    await settled()
    expect(got).toEqual(['large', 'small'])
  })

  test('pass on when the one whose turn it was leaves', async () => {
    const semaphore = createLocalFairSemaphore({ permits: 4 })
    await semaphore.acquire('a', undefined, 2)
    const gone = new AbortController()
    const large = semaphore.acquire('large', gone.signal, 4)
    const small = semaphore.acquire('small', undefined, 2)
    gone.abort(new Error('gone'))
    await expect(large).rejects.toThrow('gone')
    await small
  })

  test('are at most those of a share, which one alone always gets', async () => {
    const semaphore = createLocalFairSemaphore({ permits: 10, perShare: 4 })
    const first = await semaphore.acquire('a', undefined, 100)
    let second = false
    void semaphore.acquire('a', undefined, 1).then(() => {
      second = true
    })
    await semaphore.acquire('b', undefined, 4)
    await settled()
    expect(second).toBe(false)
    first.shrinkTo(3)
    await settled()
    expect(second).toBe(true)
  })
})
