/** What a robots.txt calls a client that says nothing of itself. */
const DEFAULT_TOKEN = 'Gleaner'

/**
 * The product token (RFC 9309, section 2.2.1) by which sites address the client of this User-Agent: its first product,
 * or, where that is `Mozilla`, what the comment names after `compatible`.
 */
export function productTokenOf(userAgent: string): string {
  const [first] = TOKEN.exec(userAgent.trim()) ?? []
  if (first !== undefined && first.toLowerCase() !== 'mozilla') return first
  const named = /\(compatible;\s*([^;)]*)/i.exec(userAgent)?.[1]
  return TOKEN.exec(named ?? '')?.[0] ?? DEFAULT_TOKEN
}

const TOKEN = /^[a-z_-]+/i
