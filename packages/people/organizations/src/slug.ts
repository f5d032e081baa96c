import { randomBytes } from 'node:crypto'

const WORDS_MAX = 48

/** `Acme Scraping Team` as `acme-scraping-team-a1b2c3d4`: the name in letters for an address, and 8 random hexadecimal digits. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, WORDS_MAX)
    .replaceAll(/^-+|-+$/g, '')
  return `${words || 'organization'}-${randomBytes(4).toString('hex')}`
}
