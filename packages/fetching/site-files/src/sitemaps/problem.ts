/** Why a file was not read, or not to its end. */
export type ProblemCode =
  /** The target has no such file (4xx). */
  | 'not_found'
  /** It answers with a fault of its own (5xx, 429). */
  | 'server_error'
  /** No connection, or it broke off. */
  | 'network_error'
  | 'timeout'
  /** The address may not be asked: private, blocked, or on a host that has no say about this site. */
  | 'not_allowed'
  /** What came is no sitemap and no feed: a page, mostly. */
  | 'not_a_sitemap'
  /** It ends before its end, or cannot be decoded. */
  | 'broken'
  /** More bytes or addresses than the protocol allows in one file. */
  | 'too_large'
  /** The site has more files than are read. */
  | 'too_many_files'

/** Ends the reading of one file; what was read before stays. */
export class ReadProblem extends Error {
  readonly code: ProblemCode

  constructor(code: ProblemCode, message: string) {
    super(message)
    this.name = 'ReadProblem'
    this.code = code
  }
}
