import { useEffect, useState } from 'preact/hooks'

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

/** Units from the largest, with their length in seconds. */
const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]

/** A time relative to now, with the exact one in its title. */
export function Moment({ at }: { at: string | null | undefined }) {
  const now = useNow()
  if (!at) return <span class="muted">–</span>
  const date = new Date(at)
  return (
    <time dateTime={at} title={exact.format(date)}>
      {formatRelative((date.getTime() - now) / 1_000)}
    </time>
  )
}

export function formatRelative(seconds: number): string {
  const [unit, length] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return relative.format(Math.round(seconds / length), unit)
}

const TICK_MS = 15_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Milliseconds since the epoch, a little old: one timer for all that show a time. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const listener = () => setNow(Date.now())
    listeners.add(listener)
    timer ??= setInterval(() => {
      for (const each of listeners) each()
    }, TICK_MS)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }, [])
  return now
}
