export interface Growth {
  /** CPU milliseconds of this thread at the largest size. */
  largestMs: number
  /** Exponent of time over size: 1 is linear, 2 quadratic. */
  exponent: number
}

/** Below this, in milliseconds, a time is mostly that of compiling and of collecting garbage. */
const NOISE_MS = 150
/** How often a time is taken; the least counts, as what disturbs only adds. */
const TRIES = 3

/**
 * How the CPU time of `run` grows between the smallest and the largest of `sizes`. A reader whose largest input costs
 * next to nothing is measured once. CPU time, not wall-clock: the machine that runs the tests has other work.
 */
export async function measureGrowth(
  run: (size: number) => unknown,
  sizes: readonly [small: number, large: number],
): Promise<Growth> {
  const [small, large] = sizes
  const first = await cpuMs(run, large)
  if (first < NOISE_MS) return { largestMs: first, exponent: 0 }
  let [leastSmall, leastLarge] = [Number.POSITIVE_INFINITY, first]
  let exponent = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES && exponent > 1.3; tries++) {
    leastSmall = Math.min(leastSmall, await cpuMs(run, small))
    if (tries > 0) leastLarge = Math.min(leastLarge, await cpuMs(run, large))
    const floor = NOISE_MS * (small / large)
    exponent = Math.log(leastLarge / Math.max(leastSmall, floor)) / Math.log(large / small)
  }
  return { largestMs: leastLarge, exponent }
}

async function cpuMs(run: (size: number) => unknown, size: number): Promise<number> {
  const before = process.threadCpuUsage()
  await run(size)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
