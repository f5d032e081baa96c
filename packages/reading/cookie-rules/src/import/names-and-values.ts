import { CookieName } from '@gleaner/contracts/schemas/cookies'
import type { Written, WrittenCookie } from './written-cookie.ts'

/** The plain object: values by names. */
export function fromNames(given: Readonly<Record<string, unknown>>): Written {
  const cookies = Object.entries(given).map(
    ([name, value]): WrittenCookie => ({
      name,
      value,
      fault: (_, message) =>
        // A name that is none may be a value in the wrong place.
        CookieName.safeParse(name).success
          ? { path: `cookies.${name}`, message }
          : { path: 'cookies', message: `has a name that ${message}` },
    }),
  )
  return { cookies, issues: [] }
}
