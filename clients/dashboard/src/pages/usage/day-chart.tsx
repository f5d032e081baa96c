import { formatNumber } from '../../parts/amounts.tsx'
import { words } from '../../words/index.ts'
import './usage.css'

const WIDTH = 720
const HEIGHT = 160

/** Credits of each day as columns, from zero. The table below it has the same numbers. */
export function DayChart({ rows }: { rows: readonly { day?: string; credits: number }[] }) {
  const most = Math.max(...rows.map(({ credits }) => credits), 1)
  const step = WIDTH / rows.length
  return (
    <figure class="card">
      <figcaption class="small muted">
        {`${words.usage.columns.credits}, ${rows[0]?.day} – ${rows.at(-1)?.day}; ${formatNumber(most)} at most`}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} class="day-chart" aria-hidden="true" preserveAspectRatio="none">
        {rows.map(({ day, credits }, index) => {
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
