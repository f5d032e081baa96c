import { DAY_MS } from '@gleaner/runtime/units'
import { escaped } from '../history/xml.ts'
import type { FieldSeries } from './read-values.ts'
import { type Scale, scaleOf } from './scales.ts'

const WIDTH = 640
const HEIGHT = 220
/** Of what is drawn: labels stand to the left and right of it. */
const PLOT = { left: 84, right: 544, top: 70, bottom: 182 }
/** Characters of a label at the left and right, and of the heading. */
const MOST_CHARS = { side: 11, heading: 48, text: 60 }

/** Colours by role, as the pages of the service have them; an image follows the theme of who looks at it. */
const STYLE = `
    svg { --surface: #ffffff; --border: #d9dedb; --text: #1c231f; --muted: #5f6963; --accent: #147a44 }
    @media (prefers-color-scheme: dark) {
      svg { --surface: #151a17; --border: #333b36; --text: #e8ece9; --muted: #9aa49e; --accent: #4cc382 }
    }
    .surface { fill: var(--surface) }
    text { fill: var(--text); font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; font-variant-numeric: tabular-nums }
    .muted { fill: var(--muted); font-size: 12px }
    .heading { font-size: 14px; font-weight: 600 }
    .now { fill: var(--accent); font-weight: 600 }
    .grid { stroke: var(--border); stroke-width: 1 }
    .line { fill: none; stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; stroke-linecap: round }
    .dot { fill: var(--accent); stroke: var(--surface); stroke-width: 2 }`

/** A chart of a field as SVG: steps, as a value holds until a check finds another. Gaps are checks without a value. Runs no script. */
export function drawChart(series: FieldSeries): string {
  const { field, monitorName, spans, checkedAt } = series
  const heading = `${text(field, { x: 16, y: 26, as: 'heading', most: MOST_CHARS.heading })}`
  if (spans.length === 0 || checkedAt === null)
    return sheet(
      field,
      'No values yet',
      `${heading}
  ${text('No values yet. The next check brings the first one.', { x: 16, y: 116, as: 'muted', most: MOST_CHARS.text })}`,
    )
  const scale = scaleOf(series)
  const from = spans[0]!.since.getTime()
  const to = Math.max(checkedAt.getTime(), spans.at(-1)!.since.getTime())
  const last = spans.at(-1)!
  const now = scale.wordsOf(last.value)
  const about = `${now} as of ${checkedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return sheet(
    `${field} of ${monitorName}`,
    about,
    `${heading}
  ${text(about, { x: 16, y: 43, as: 'muted', most: MOST_CHARS.text })}
  ${scale.ticks.map(tick).join('\n  ')}
  <path class="line" d="${pathOf(series, scale, from, to)}"/>
  ${end(scale, last.value, now, from === to ? PLOT.left : PLOT.right)}
  ${times(from, to)}`,
  )
}

function sheet(title: string, about: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img">
  <title>${escaped(title)}</title>
  <desc>${escaped(about)}</desc>
  <style>${STYLE}
  </style>
  <rect class="surface" width="${WIDTH}" height="${HEIGHT}" rx="8"/>
  ${content}
</svg>
`
}

interface Placed {
  x: number
  y: number
  as?: string
  anchor?: 'start' | 'end'
  most: number
}

function text(words: string, { x, y, as, anchor, most }: Placed): string {
  const chars = [...words]
  const shown = chars.length > most ? `${chars.slice(0, most - 1).join('')}…` : words
  return `<text x="${x}" y="${y}"${as ? ` class="${as}"` : ''}${anchor ? ` text-anchor="${anchor}"` : ''}>${escaped(shown)}</text>`
}

const yOf = (height: number) => round(PLOT.bottom - height * (PLOT.bottom - PLOT.top))
const round = (value: number) => Math.round(value * 10) / 10

function tick({ label, height }: Scale['ticks'][number]): string {
  const y = yOf(height)
  const placed = { x: PLOT.left - 10, y: y + 4, as: 'muted', anchor: 'end', most: MOST_CHARS.side } as const
  return `<line class="grid" x1="${PLOT.left}" x2="${PLOT.right}" y1="${y}" y2="${y}"/>${text(label, placed)}`
}

function pathOf({ spans }: FieldSeries, { heightOf }: Scale, from: number, to: number): string {
  const xOf = (time: number) =>
    to === from ? PLOT.left : round(PLOT.left + ((time - from) / (to - from)) * (PLOT.right - PLOT.left))
  let path = ''
  let isDrawn = false
  for (const { value, since, endedAt } of spans) {
    const height = heightOf(value)
    if (height !== undefined) {
      const [x, y] = [xOf(since.getTime()), yOf(height)]
      path += `${isDrawn ? `H${x}V${y}` : `M${x} ${y}`}H${xOf(endedAt?.getTime() ?? to)}`
    }
    isDrawn = height !== undefined
  }
  return path
}

/** What it is now stands at the end of the line. */
function end(
  { heightOf }: Scale,
  value: FieldSeries['spans'][number]['value'],
  words: string,
  x: number,
): string {
  const height = heightOf(value)
  if (height === undefined) return ''
  const y = yOf(height)
  return `<circle class="dot" cx="${x}" cy="${y}" r="5"/>${text(words, { x: x + 12, y: y + 4, as: 'now', most: MOST_CHARS.side })}`
}

function times(from: number, to: number): string {
  const isShort = to - from < 2 * DAY_MS
  const y = PLOT.bottom + 26
  const first = text(timeWords(from, isShort), { x: PLOT.left, y, as: 'muted', most: MOST_CHARS.text })
  if (to === from) return first
  return (
    first +
    text(timeWords(to, isShort), { x: PLOT.right, y, as: 'muted', anchor: 'end', most: MOST_CHARS.text })
  )
}

const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })

function timeWords(time: number, isShort: boolean): string {
  const clock = isShort ? `, ${new Date(time).toISOString().slice(11, 16)} UTC` : ''
  return DAY.format(time) + clock
}
