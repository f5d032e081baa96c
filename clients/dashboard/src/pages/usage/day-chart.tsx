import { formatNumber } from '../../parts/amounts.tsx'
import * as words from '../../words/index.ts'
import './usage.css'

const WIDTH = 720
const HEIGHT = 160
const DAY_MS = 86_400_000

/** Credits of each day from `start` on as columns, from zero. The table below it has the same numbers. */
export function DayChart({
  start,
  rows,
}: {
  start: string
  rows: readonly { day?: string | undefined; credits: number }[]
}) {
  const days = withEmptyDays(start, rows)
  const most = Math.max(...days.map(({ credits }) => credits), 1)
  const step = WIDTH / days.length
  return (
    <figure class="card">
      <figcaption class="small muted">
        {`${words.usage.columns.credits}, ${days[0]?.day} – ${days.at(-1)?.day}; ${formatNumber(most)} at most`}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} class="day-chart" aria-hidden="true" preserveAspectRatio="none">
        {days.map(({ day, credits }, index) => {
          const height = (HEIGHT * credits) / most
          return (
            <rect
              key={day}
              x={index * step + 1}
              y={HEIGHT - height}
              width={Math.max(step - 2, 1)}
              height={height}
            >
              <title>{`${day}: ${formatNumber(credits)}`}</title>
            </rect>
          )
        })}
      </svg>
    </figure>
  )
}

/** Days on which nothing was asked for are not among the rows. */
function withEmptyDays(start: string, rows: readonly { day?: string | undefined; credits: number }[]) {
  const credits = new Map(rows.map((row) => [row.day, row.credits]))
  const days: { day: string; credits: number }[] = []
  for (let at = Date.parse(start); at <= Date.now(); at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10)
    days.push({ day, credits: credits.get(day) ?? 0 })
  }
  return days
}
