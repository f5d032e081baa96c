/** A fault that the person at the keyboard can mend: shown as its message, without a stack. */
export class SetupError extends Error {}

/**
 * Says what is being done, does it, and says how long it took.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(what, work) {
  const begin = Date.now()
  say(`${what} ...`)
  const result = await work()
  say(`  done in ${((Date.now() - begin) / 1000).toFixed(1)} s`)
  return result
}

/** Progress goes to standard error: standard output belongs to what comes after the set-up. */
export function say(line) {
  process.stderr.write(`${line}\n`)
}
