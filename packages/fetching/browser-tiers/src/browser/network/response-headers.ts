import type { Protocol } from 'puppeteer-core'

/** Headers of a response as the fetch engine keeps them, and every Location that it has. */
export function readResponseHeaders(entries: readonly Protocol.Fetch.HeaderEntry[]): {
  headers: Record<string, string>
  locations: string[]
} {
  const locations = entries.filter(({ name }) => name.toLowerCase() === 'location').map(({ value }) => value)
  return { headers: joinHeaders(entries), locations }
}

function joinHeaders(entries: readonly Protocol.Fetch.HeaderEntry[]): Record<string, string> {
  const joined: Record<string, string> = {}
  for (const { name: given, value } of entries) {
    const name = given.toLowerCase()
    const before = joined[name]
    joined[name] = before === undefined ? value : `${before}${name === 'set-cookie' ? '\n' : ', '}${value}`
  }
  return joined
}
