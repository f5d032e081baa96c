import type { Schemas } from '@gleaner/sdk'
import { formatNumber } from '../../parts/amounts.tsx'
import * as words from '../../words/index.ts'
import './operate.css'

type Hour = Schemas['OperatedSite']['hours'][number]

const HOUR_MS = 3_600_000
const HEIGHT = 100

/** Attempts by hour: those that delivered below, those that did not on top. The table beside it says the same in numbers. */
export function HourChart({ hours, span }: { hours: readonly Hour[]; span: number }) {
  const bars = barsOf(hours, span)
  const most = Math.max(1, ...bars.map(({ delivered, failed }) => delivered + failed))
  const delivered = bars.reduce((sum, bar) => sum + bar.delivered, 0)
  const all = bars.reduce((sum, bar) => sum + bar.delivered + bar.failed, 0)
  return (
    <figure class="card">
      <figcaption class="small muted">
        {words.operate.site.chart(formatNumber(delivered), formatNumber(all), formatNumber(most))}
      </figcaption>
      <svg class="hours" viewBox={`0 0 ${span} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map((bar, at) => {
          const [low, high] = [(HEIGHT * bar.delivered) / most, (HEIGHT * bar.failed) / most]
          return (
            <g key={bar.hour}>
              <rect class="delivered" x={at + 0.1} width={0.8} y={HEIGHT - low} height={low} />
              <rect class="not-delivered" x={at + 0.1} width={0.8} y={HEIGHT - low - high} height={high} />
            </g>
          )
        })}
      </svg>
    </figure>
  )
}

function barsOf(hours: readonly Hour[], span: number) {
  const last = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  const bars = Array.from({ length: span }, (_, at) => ({
    hour: last - (span - 1 - at) * HOUR_MS,
    delivered: 0,
    failed: 0,
  }))
  const byHour = new Map(bars.map((bar) => [bar.hour, bar]))
  for (const { hour, result, attempts } of hours) {
    const bar = byHour.get(Date.parse(hour))
    if (bar) bar[result === 'delivered' ? 'delivered' : 'failed'] += attempts
  }
  return bars
}
