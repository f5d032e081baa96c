export interface BatchedCallOptions<Call, Result> {
  /** Runs calls together; gives their results in the same order. */
  run(calls: readonly Call[]): Promise<readonly Result[]>
  /** Calls of one key are never run together: the later one waits for the next batch. */
  keyOf(call: Call): string
  /** How long a call may wait for others to go out with it, in milliseconds. Default: not at all. */
  patienceOf?(call: Call): number
  /** Most calls of a batch. */
  maxCalls: number
  /** Most that the calls of a batch weigh together, unless it is one alone. */
  maxWeight?: number
  weightOf?(call: Call): number
  /** A batch that takes longer than this lets the next one begin beside it, and so does a full batch that waits ... */
  slowMs: number
  /** ... until so many are under way. */
  maxAtOnce: number
  /** Whether what a batch failed of may be the fault of one of its calls, and has changed nothing: then each is run by itself. */
  mayBeOfOne(error: unknown): boolean
}

interface Waiting<Call, Result> {
  call: Call
  /** When it goes out at the latest, if nothing is under way. */
  dueAt: number
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Makes calls in batches. One without patience is not delayed: it goes out at once while nothing is under way, with all that wait, and
 * those that come meanwhile go out together as the next batch.
 */
export function createBatchedCall<Call, Result>(
  options: BatchedCallOptions<Call, Result>,
): (call: Call) => Promise<Result> {
  const { run, mayBeOfOne, maxCalls, maxAtOnce, slowMs, patienceOf = () => 0 } = options
  const waiting: Waiting<Call, Result>[] = []
  let underWay = 0
  /** Of those under way, the ones that hold back the next batch. */
  let holding = 0
  let isScheduled = false
  let lookAgain: NodeJS.Timeout | undefined

  function schedule(): void {
    clearTimeout(lookAgain)
    if (isScheduled || !mayBegin()) return
    const patienceMs = waiting.length >= maxCalls ? 0 : leftPatience()
    if (patienceMs > 0) {
      lookAgain = setTimeout(schedule, patienceMs)
      return
    }
    isScheduled = true
    // Calls that are made together, by one piece of code, go out together.
    queueMicrotask(() => {
      isScheduled = false
      while (mayBegin()) void runBatch(takeBatch(waiting, options))
    })
  }

  function mayBegin(): boolean {
    return waiting.length > 0 && underWay < maxAtOnce && (holding === 0 || waiting.length >= maxCalls)
  }

  function leftPatience(): number {
    return Math.min(...waiting.map(({ dueAt }) => dueAt)) - performance.now()
  }

  async function runBatch(batch: Waiting<Call, Result>[]): Promise<void> {
    underWay++
    const letNext = holdBack()
    try {
      await settle(batch)
    } finally {
      underWay--
      letNext()
      schedule()
    }
  }

  /** Holds back the next batch until the returned function is called, or `slowMs` have passed. */
  function holdBack(): () => void {
    holding++
    let isHeld = true
    const letNext = () => {
      clearTimeout(timer)
      if (isHeld) holding--
      isHeld = false
    }
    const timer = setTimeout(() => {
      letNext()
      schedule()
    }, slowMs)
    return letNext
  }

  async function settle(batch: Waiting<Call, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ call }) => call))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!)
    } catch (error) {
      if (batch.length > 1 && mayBeOfOne(error)) await Promise.all(batch.map((one) => settle([one])))
      else for (const { reject } of batch) reject(error)
    }
  }

  return (call) =>
    new Promise((resolve, reject) => {
      waiting.push({ call, dueAt: performance.now() + patienceOf(call), resolve, reject })
      schedule()
    })
}

/** Takes from the front of the line what may run together. */
function takeBatch<Call, Result>(
  waiting: Waiting<Call, Result>[],
  {
    keyOf,
    maxCalls,
    maxWeight = Number.POSITIVE_INFINITY,
    weightOf = () => 0,
  }: BatchedCallOptions<Call, Result>,
): Waiting<Call, Result>[] {
  const batch: Waiting<Call, Result>[] = []
  const keys = new Set<string>()
  let weight = 0
  for (const one of waiting) {
    weight += weightOf(one.call)
    const key = keyOf(one.call)
    const isOver = batch.length > 0 && weight > maxWeight
    if (isOver || batch.length === maxCalls || keys.has(key)) break
    keys.add(key)
    batch.push(one)
  }
  waiting.splice(0, batch.length)
  return batch
}
