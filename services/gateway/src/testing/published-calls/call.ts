/**
 * A call of a published client: what it sends for what its user does, and what it reads of the reply. Strings may name things of the
 * test's account, which are there before: `{site}`, `{session}`, `{job}`, `{failed}`, `{batch}`, `{partly}`, `{crawl}`, `{search}`.
 */
export interface PublishedCall {
  /** What its user does. */
  call: string
  request: readonly [method: string, path: string, body?: object]
  status: number
  /** What the reply is matched with. */
  reads: object
  /** Why this client makes less of the reply than there is in it, or asks for what there is not. */
  fault?: string
}

export interface PublishedClient {
  name: string
  /** As it names itself. */
  userAgent: string
  calls: readonly PublishedCall[]
}
