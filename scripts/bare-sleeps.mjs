// Not after a dot: `jest.setTimeout` and `socket.setTimeout` set bounds, and nobody waits. Nor in a longer word: `pg_sleep`.
const SLEEP = /(?<![.\w])(?:sleep|delay|setTimeout)\(/
// Not that of an address, as in `http://`.
const COMMENT = /(?<!:)\/\/|\/\*|\*\//

/**
 * The numbers of lines that wait for time to pass, without a comment on the line or the one above that says why.
 * @param {string} source
 * @returns {number[]}
 */
export function findBareSleeps(source) {
  const lines = source.split('\n')
  const hasReason = (at) => [lines[at], lines[at - 1] ?? ''].some((line) => COMMENT.test(line))
  return lines.flatMap((line, at) => (SLEEP.test(line) && !hasReason(at) ? [at + 1] : []))
}
