import { describe, expect, test } from '@jest/globals'
import { boundStorage, type OriginStorage } from './storage.ts'

const origin = (at: number, local: OriginStorage['local'], session: OriginStorage['session'] = []) => ({
  origin: `https://${at}.example.com`,
  local,
  session,
})

describe('what is kept of a storage', () => {
  test('is all of it where it fits', () => {
    const storage = [origin(1, [['a', '1']], [['b', '2']])]
    expect(boundStorage(storage, { origins: 5, bytes: 4 })).toEqual(storage)
  })

  test('is what is smallest where it does not, and of the first origins', () => {
    const storage = [
      origin(1, []),
      origin(
        2,
        [
          ['cache', 'x'.repeat(90)],
          ['token', 'abc'],
        ],
        [['é', 'é']],
      ),
      origin(3, [['other', 'y'.repeat(50)]]),
      origin(4, [['a', '']]),
    ]
    expect(boundStorage(storage, { origins: 2, bytes: 66 })).toEqual([
      origin(2, [['token', 'abc']], [['é', 'é']]),
    ])
    expect(boundStorage(storage, { origins: 5, bytes: 13 })).toEqual([
      origin(2, [['token', 'abc']], [['é', 'é']]),
      origin(4, [['a', '']]),
    ])
  })
})
