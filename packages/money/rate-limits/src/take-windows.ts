import type { WindowLimit } from '@gleaner/contracts'
import type { LocalWindows } from './local-windows.ts'

/** Takes one place in a window for `id`; returns for how many ms it is full, 0 when it was taken, and undefined without an answer. */
export type TakeWindow = (key: string, id: string, limit: WindowLimit) => Promise<number | undefined>

export interface Taken {
  /** How long one of the windows is full; 0 when a place was taken in all of them. */
  waitSeconds: number
  /** Gives the places back; safe to repeat. */
  release(): void
}

/** Takes a place in each window of a subject, or in none. Where the shared ones do not answer, this process counts by itself. */
export async function takeWindows(
  { take, free, local }: { take: TakeWindow; free(key: string, id: string): void; local: LocalWindows },
  { subject, id, windows }: { subject: string; id: string; windows: readonly WindowLimit[] },
): Promise<Taken> {
  const taken: (() => void)[] = []
  const release = () => {
    for (const giveBack of taken.splice(0)) giveBack()
  }
  for (const limit of windows) {
    const key = `${subject}:${limit.seconds}`
    const shared = await take(key, id, limit)
    const waitMs = shared ?? local.take(key, limit)
    if (waitMs > 0) {
      release()
      return { waitSeconds: Math.ceil(waitMs / 1000), release }
    }
    taken.push(shared === undefined ? () => local.giveBack(key) : () => free(key, id))
  }
  return { waitSeconds: 0, release }
}
