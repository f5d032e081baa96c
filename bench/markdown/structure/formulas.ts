/**
 * Formulas that only their drawing is left of: `node bench/markdown/structure/formulas.ts <documents> <tools> [--fold tune|validate] [--each 60] [--worst 20]`.
 * Truth is the LaTeX of strangers' documents (`get.ts`), drawn by KaTeX, MathJax, Temml, Pandoc and Blahtex; what they keep of the source is taken out first.
 */
import { parseArgs } from 'node:util'
import { placeStreamedContent, readBlocks, renderMarkdown } from '@gleaner/formats'
import { parseHtml } from '@gleaner/markup'
import { table } from '../../lib/table.ts'
import { openDrawers } from './draw-formulas.ts'
import { likeness } from './likeness.ts'
import { plainTex } from './plain-tex.ts'
import { readDocuments } from './read-documents.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fold: { type: 'string' },
    each: { type: 'string', default: '60' },
    worst: { type: 'string', default: '0' },
  },
})
const [documents, tools] = positionals
const FORMULA = /\\\(([^<$]{3,300}?)\\\)|\\\[([^<$]{3,300}?)\\\]|class="math[^"]*">\$([^<$]{3,300})\$</g
const formulas = new Map<string, string>()
for (const page of readDocuments(documents!, 12, /\\\(|\\\[|class="math/)) {
  if (values.fold && page.fold !== values.fold) continue
  let left = 12
  for (const match of page.bytes.toString('utf8').matchAll(FORMULA)) {
    const tex = decoded(match[1] ?? match[2] ?? match[3]!).trim()
    if (
      /[\\^_]/.test(tex) &&
      !/"|\\d|\\S|\(\?|\^\\\[|^\\\\|^\\e/.test(tex) &&
      !formulas.has(tex) &&
      left-- > 0
    )
      formulas.set(tex, page.package)
  }
}
const names = [...new Set(formulas.values())]
const taken = names.flatMap((name) => {
  const own = [...formulas].filter(([, from]) => from === name).map(([tex]) => tex)
  const stride = Math.max(1, Math.floor(own.length / Number(values.each)))
  return own.filter((_, index) => index % stride === 0).slice(0, Number(values.each))
})

const worst: { drawer: string; tex: string; read: string; score: number }[] = []
const rows: (string | number)[][] = []
for (const drawer of await openDrawers(tools!)) {
  const drawings = await drawer.draw(taken)
  const scores: number[] = []
  for (const [index, html] of drawings.entries()) {
    if (html === undefined) continue
    const tex = taken[index]!
    const read = formulaIn(html)
    const score = likeness(plainTex(read), plainTex(tex))
    scores.push(score)
    worst.push({ drawer: drawer.name, tex, read, score })
  }
  rows.push([
    drawer.name,
    scores.length,
    (scores.reduce((sum, score) => sum + score, 0) / scores.length).toFixed(3),
  ])
}
console.log(`${taken.length} formulas of ${names.join(', ')}`)
console.log(table(['drawn by', 'formulas', 'likeness'], rows))
for (const { drawer, tex, read, score } of worst
  .toSorted((a, b) => a.score - b.score)
  .slice(0, Number(values.worst)))
  console.log(`${score.toFixed(2)} ${drawer}\n   ${tex.replace(/\s+/g, ' ')}\n   ${read}`)

/** What our Markdown says of a page that shows one formula. */
function formulaIn(html: string): string {
  const page = parseHtml(`<!doctype html><html><body><p>Let ${html} be</p></body></html>`)
  placeStreamedContent(page)
  const { markdown } = renderMarkdown(readBlocks(page))
  const found = /\$\$\s*([\s\S]+?)\s*\$\$|\$([^$]+)\$/.exec(markdown)
  return found?.[1] ?? found?.[2] ?? markdown.replace(/^Let |be\n?$/g, '')
}

function decoded(html: string): string {
  return html
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
}
