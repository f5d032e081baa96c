/** Numbers as people read them: three digits, with their unit. */
const CREDIT_DOLLARS = 0.0002

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 })

export const formatNumber = (value: number): string => grouped.format(value)

/** Credits with their dollars in the title. */
export function Credits({ value, unit = true }: { value: number | null | undefined; unit?: boolean }) {
  if (value === null || value === undefined) return <span class="muted">–</span>
  return (
    <span class="mono" title={dollars.format(value * CREDIT_DOLLARS)}>
      {formatNumber(value)}
      {unit ? (value === 1 ? ' credit' : ' credits') : ''}
    </span>
  )
}

/** Milliseconds: "380 ms", "1.42 s", "2 min 5 s". */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${Number((ms / 1_000).toPrecision(3))} s`
  const seconds = Math.round(ms / 1_000)
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`
}

const BYTE_UNITS = ['B', 'KB', 'MB', 'GB'] as const

/** Bytes by thousands: "312 B", "48.2 KB". */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1_000 && unit < BYTE_UNITS.length - 1) {
    value /= 1_000
    unit++
  }
  return `${Number(value.toPrecision(3))} ${BYTE_UNITS[unit]}`
}
