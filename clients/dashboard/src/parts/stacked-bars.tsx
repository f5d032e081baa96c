import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

export interface Bar {
  label: string
  /** Name of a custom property of `style/tokens.css`. */
  colour: string
  values: readonly number[]
}

const HEIGHT = 160

/**
 * Columns over time, stacked from zero, the first kind below. It is a picture alone: whoever shows it has the numbers in a table beside it.
 * `starts`: milliseconds since the epoch.
 */
export default function StackedBars({ starts, bars }: { starts: readonly number[]; bars: readonly Bar[] }) {
  const frame = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const names = bars.map(({ label }) => label).join()
  useEffect(() => {
    const element = frame.current!
    const chart = new uPlot(optionsOf(bars, element.clientWidth), dataOf(starts, bars), element)
    plot.current = chart
    const resized = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }))
    resized.observe(element)
    // Colours are those of the theme when it is drawn.
    const redraw = () => chart.redraw(false)
    const themed = new MutationObserver(redraw)
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', redraw)
    return () => {
      resized.disconnect()
      themed.disconnect()
      system.removeEventListener('change', redraw)
      chart.destroy()
    }
  }, [names])
  useEffect(() => plot.current?.setData(dataOf(starts, bars)), [starts, bars])
  return <div class="chart" ref={frame} aria-hidden="true" />
}

/** Each series reaches as high as its kind and all below it; the highest is drawn first. */
function dataOf(starts: readonly number[], bars: readonly Bar[]): uPlot.AlignedData {
  const sums = bars.map((_, at) =>
    starts.map((_start, index) => bars.slice(0, at + 1).reduce((sum, { values }) => sum + values[index]!, 0)),
  )
  return [starts.map((start) => start / 1_000), ...sums.toReversed()]
}

function optionsOf(bars: readonly Bar[], width: number): uPlot.Options {
  const paths = uPlot.paths.bars!({ size: [0.8, 24], align: 1 })
  const axis = {
    stroke: () => colour('--muted'),
    grid: { stroke: () => colour('--border'), width: 1 },
    ticks: { show: false },
  }
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      // The last column begins at the last time and is as wide as the others.
      x: { range: ({ data: [times] }, first, last) => [first, last + (times[1]! - times[0]! || 0)] },
      y: { range: (_plot, _least, most) => [0, Math.max(most, 1)] },
    },
    axes: [
      { ...axis, size: 28, values: (_plot, times) => times.map(timeOf) },
      { ...axis, size: 40 },
    ],
    series: [
      {},
      ...bars.toReversed().map(({ label, colour: name }) => ({
        label,
        width: 0,
        fill: () => colour(name),
        paths,
        points: { show: false },
      })),
    ],
  }
}

const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
/** Of an axis: its times are in seconds. */
const timeOf = (seconds: number): string => clock.format(seconds * 1_000)

/** A canvas takes no `light-dark()`: an element is asked for what it comes to. */
function colour(name: string): string {
  const probe = document.createElement('i')
  probe.style.setProperty('color', `var(${name})`)
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
