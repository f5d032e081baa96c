/** What processor time accounts have used lately, in milliseconds, which count half after HALF_LIFE_MS. */
export interface RecentUse {
  add(account: string, cpuMs: number): void
  of(account: string): number
}

const HALF_LIFE_MS = 2_000
/** Above so many accounts, those whose use has faded are forgotten. */
const MANY = 1_000
const FADED_MS = 1

export function createRecentUse(now: () => number): RecentUse {
  const uses = new Map<string, { ms: number; at: number }>()

  function of(account: string): number {
    const use = uses.get(account)
    return use ? use.ms * 0.5 ** ((now() - use.at) / HALF_LIFE_MS) : 0
  }

  function forgetFaded(): void {
    for (const account of uses.keys()) if (of(account) < FADED_MS) uses.delete(account)
  }

  return {
    add(account, cpuMs) {
      uses.set(account, { ms: of(account) + cpuMs, at: now() })
      if (uses.size > MANY) forgetFaded()
    },
    of,
  }
}
