/** Lets `burst` through at once, and `perSecond` in the long run. */
export interface TokenBucket {
  take(): boolean
}

export function createTokenBucket(
  { burst, perSecond }: { burst: number; perSecond: number },
  now: () => number = () => performance.now(),
): TokenBucket {
  let tokens = burst
  let at = now()
  return {
    take() {
      const time = now()
      tokens = Math.min(burst, tokens + ((time - at) / 1000) * perSecond)
      at = time
      if (tokens < 1) return false
      tokens--
      return true
    },
  }
}
