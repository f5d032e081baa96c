import { describe, expect, test } from '@jest/globals'
import { hashPassword, needsRehash, PasswordsBusy, verifyPassword } from './password.ts'

describe('passwords', () => {
  test('a hash verifies its own password and no other', async () => {
    const stored = await hashPassword('correct horse battery')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$=]{22}\$[^$=]{43}$/)
    expect(await verifyPassword('correct horse battery', stored)).toBe(true)
    expect(await verifyPassword('correct horse batterY', stored)).toBe(false)
    expect(await hashPassword('correct horse battery')).not.toBe(stored)
  })

  test('agrees with the reference implementation, whose parameters it reads from the hash', async () => {
    // Test vector of the argon2 reference implementation: password "password", salt "somesalt", t=2, m=2^16, p=1.
    const stored = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await verifyPassword('password', stored)).toBe(true)
    expect(needsRehash(stored)).toBe(true)
    expect(needsRehash(await hashPassword('password'))).toBe(false)
  })

  test.each(['', 'plain', '$2b$10$abcdefghijklmnopqrstuv', '$argon2id$v=19$m=0,t=0,p=0$x$y'])(
    'a hash it cannot read (%s) verifies nothing',
    async (stored) => {
      expect(await verifyPassword('', stored)).toBe(false)
    },
  )

  test('an unknown user takes as long as a wrong password', async () => {
    const stored = await hashPassword('secret')
    const timed = async (hash: string | undefined) => {
      const started = performance.now()
      for (let i = 0; i < 5; i++) expect(await verifyPassword('wrong', hash)).toBe(false)
      return performance.now() - started
    }
    const [wrong, unknown] = [await timed(stored), await timed(undefined)]
    expect(unknown).toBeGreaterThan(wrong / 4)
  })

  test('many at once all finish', async () => {
    const stored = await hashPassword('p')
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, i) => verifyPassword(i % 2 ? 'p' : 'q', stored)),
    )
    expect(results).toEqual([false, true, false, true, false, true, false, true])
  })

  test('a flood is refused at once instead of piling up, and what was let in finishes', async () => {
    const stored = await hashPassword('p')
    const asked = Array.from({ length: 200 }, () => verifyPassword('p', stored))
    const results = await Promise.allSettled(asked)
    const refused = results.filter((one) => one.status === 'rejected')
    expect(results.filter((one) => one.status === 'fulfilled' && one.value)).toHaveLength(52)
    expect(refused).toHaveLength(148)
    for (const { reason } of refused) expect(reason).toBeInstanceOf(PasswordsBusy)
    expect(await verifyPassword('p', stored)).toBe(true)
  })
})
