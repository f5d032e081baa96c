import { ApiError, type WindowLimit } from '@gleaner/contracts'
import type { Guesses } from '../context.ts'

/** For whom a wrong code is counted, and how many there may be. */
export type GuessedFor = readonly [subject: string, windows: readonly WindowLimit[]]

/**
 * What `look` makes of a code that may be guessed. One that comes to nothing (false or undefined) is counted for everybody in `guessedFor`; one
 * that was not looked for has told nothing. Throws RATE_LIMITED, before it is looked for.
 */
export async function guessCode<Found>(
  guesses: Guesses,
  guessedFor: readonly GuessedFor[],
  look: () => Promise<Found>,
): Promise<Found> {
  const giveBack = await takeGuesses(guesses, guessedFor)
  const found = await look().catch((error: unknown) => {
    giveBack()
    throw error
  })
  if (found) giveBack()
  return found
}

async function takeGuesses(guesses: Guesses, guessedFor: readonly GuessedFor[]): Promise<() => void> {
  const releases: (() => void)[] = []
  const giveBack = () => {
    for (const release of releases) release()
  }
  for (const [subject, windows] of guessedFor) {
    const { waitSeconds, release } = await guesses.take(subject, windows)
    releases.push(release)
    if (waitSeconds === 0) continue
    giveBack()
    throw new ApiError('RATE_LIMITED', `Too many wrong codes; try again in ${waitSeconds} seconds.`, {
      retry_after_seconds: waitSeconds,
    })
  }
  return giveBack
}
