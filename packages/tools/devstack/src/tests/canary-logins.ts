import { randomBytes } from 'node:crypto'
import { expect } from '@jest/globals'
import type { Written } from './everything-written.ts'

const token = randomBytes(5).toString('hex')
/** Two logins that are found wherever they are written: one plain, one that addresses hold only percent-encoded. */
export const PLAIN = { user: `canaryuser${token}`, password: `canarypass${token}` }
export const ODD = { user: `canäry@user${token}`, password: `can:ary/päss%${token}` }
export type Login = typeof PLAIN

export function withLogin(address: string, { user, password }: Login): string {
  return address.replace('//', `//${encodeURIComponent(user)}:${encodeURIComponent(password)}@`)
}

/** Every spelling in which one of the logins could have been written down. */
function spellings(): string[] {
  return [PLAIN, ODD].flatMap(({ user, password }) => {
    const pair = `${user}:${password}`
    const encoded = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`
    // A part of one is too much as well.
    const parts = [user, password, user.replace(token, ''), password.replace(token, ''), token]
    const words = [...parts, ...parts.map(encodeURIComponent)]
    const base64 = [pair, encoded, user, password].map((text) =>
      Buffer.from(text).toString('base64').replace(/=+$/, ''),
    )
    return [
      ...words,
      ...words.map((word) => word.toLowerCase()),
      ...base64,
      JSON.stringify(pair).slice(1, -1),
    ]
  })
}

export function expectNoLoginIn(written: Written[]): void {
  expect(written.length).toBeGreaterThan(0)
  const needles = [...new Set(spellings())].map((text) => ({ text, bytes: Buffer.from(text) }))
  const found = written.flatMap(({ place, bytes }) =>
    needles.filter((needle) => bytes.includes(needle.bytes)).map(({ text }) => `${text} in ${place}`),
  )
  expect(found).toEqual([])
}
