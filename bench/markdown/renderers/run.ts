/**
 * Markdown to a renderer's HTML and back: which features of the source ours gives again. Truth that nobody wrote by hand,
 * over forms of HTML that others made. `node bench/markdown/renderers/run.ts [--details]`.
 */
import { createConverters } from '../converters.ts'
import { compare } from '../features.ts'
import { RENDERERS, type Renderer } from './renderers.ts'
import { SOURCES } from './sources.ts'

const details = process.argv.includes('--details')
const [gleaner] = createConverters()

const rows = RENDERERS.map((renderer) => roundTrip(renderer))
console.table(rows.map(({ missing, ...row }) => row))
if (details) for (const { renderer, missing } of rows) if (missing.length > 0) console.log(renderer, missing)

function roundTrip({ name, features, render }: Renderer) {
  let [found, wanted, words] = [0, 0, 1]
  const missing: string[] = []
  for (const feature of features) {
    const html = render(SOURCES[feature])
    if (html === undefined)
      return { renderer: name, features: 'left out: not installed', 'least word F1': '', missing }
    const result = compare(gleaner!.convert(html, undefined), SOURCES[feature])
    found += result.found
    wanted += result.wanted
    words = Math.min(words, result.words)
    missing.push(...result.missing.map((what) => `${feature}: ${what}`))
  }
  return { renderer: name, features: `${found} of ${wanted}`, 'least word F1': words.toFixed(3), missing }
}
