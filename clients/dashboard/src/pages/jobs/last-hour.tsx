import { lazy, Suspense } from 'preact/compat'
import { useMemo } from 'preact/hooks'
import { formatNumber } from '../../parts/amounts.tsx'
import type { Bar } from '../../parts/stacked-bars.tsx'
import * as words from '../../words/index.ts'
import { countMinutes, KINDS, type Kind, MINUTES, type Minutes } from './count-minutes.ts'
import { useLastHour } from './use-last-hour.ts'
import '../../parts/plain-table.css'
import './last-hour.css'

const StackedBars = lazy(() => import('../../parts/stacked-bars.tsx'))
const said = words.jobs.hour

const COLOURS: Record<Kind, string> = {
  cached: '--border-strong',
  '1': '--tier-1',
  '2': '--tier-2',
  '3': '--tier-3',
  '3.5': '--tier-3',
  '4': '--tier-4',
  '5': '--tier-5',
  failed: '--bad',
}

/** How many jobs end in a minute, and by which tiers. Nothing is drawn where nothing has ended. */
export function LastHour() {
  const { data } = useLastHour()
  const minutes = useMemo(() => data && countMinutes(data.jobs, data.at), [data])
  const bars = useMemo(() => (minutes ? barsOf(minutes) : []), [minutes])
  if (!data || !minutes || minutes.total === 0) return null
  const delivered = minutes.total - sumOf(minutes.counts.failed)
  return (
    <section class="card stack" aria-label={said.title}>
      <div class="row">
        <h2>{said.title}</h2>
        <span class="muted">
          {said.pace(formatNumber(minutes.total / MINUTES), formatNumber((100 * delivered) / minutes.total))}
          {!data.isWhole && ` ${said.latest(formatNumber(data.jobs.length))}`}
        </span>
      </div>
      <Suspense fallback={<div class="chart" aria-busy="true" />}>
        <StackedBars starts={minutes.starts} bars={bars} />
      </Suspense>
      <p class="chart-kinds small">
        {bars.map(({ label, colour, values }) => (
          <span key={label}>
            <i ref={(mark) => mark?.style.setProperty('background', `var(${colour})`)} aria-hidden="true" />
            {label} {formatNumber(sumOf(values))}
          </span>
        ))}
      </p>
      <MinuteTable minutes={minutes} />
    </section>
  )
}

/** The kinds that there are. */
function barsOf({ counts }: Minutes): Bar[] {
  return KINDS.filter((kind) => sumOf(counts[kind]) > 0).map((kind) => ({
    label: labelOf(kind),
    colour: COLOURS[kind],
    values: counts[kind],
  }))
}

const labelOf = (kind: Kind) => said.kinds[kind] ?? words.ladder.tier(kind, words.ladder.tiers[kind] ?? '')
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const clock = new Intl.DateTimeFormat('en', { timeStyle: 'short' })

/** The same in numbers. */
function MinuteTable({ minutes: { starts, counts } }: { minutes: Minutes }) {
  const kinds = KINDS.filter((kind) => sumOf(counts[kind]) > 0)
  const rows = starts.flatMap((start, at) =>
    kinds.some((kind) => counts[kind][at]! > 0) ? [{ start, at }] : [],
  )
  return (
    <details>
      <summary class="options-summary">{said.numbers}</summary>
      <div class="plain-table" tabIndex={0} role="group" aria-label={said.title}>
        <table>
          <thead>
            <tr>
              <th>{said.minute}</th>
              {kinds.map((kind) => (
                <th key={kind} class="number">
                  {labelOf(kind)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.toReversed().map(({ start, at }) => (
              <tr key={start}>
                <td>{clock.format(start)}</td>
                {kinds.map((kind) => (
                  <td key={kind} class="number">
                    {counts[kind][at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
