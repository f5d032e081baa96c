import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'

export interface Drawer {
  name: string
  /** The HTML of each formula; undefined for what the drawer does not know. */
  draw(formulas: readonly string[]): Promise<(string | undefined)[]>
}

/** What keeps the source beside a drawing. */
const SOURCES =
  /<annotation[\s\S]*?<\/annotation>|\s(?:alttext|data-latex|data-tex|title|aria-label)="[^"]*"/g

/** Drawers of formulas in a folder where `npm i katex mathjax-full@3 temml` was run, and those of the system. */
export async function openDrawers(folder: string): Promise<Drawer[]> {
  const load = createRequire(join(folder, 'package.json'))
  const katex = load('katex')
  const temml = load('temml')
  const part = (name: string) => load(`mathjax-full/js/${name}.js`)
  const adaptor = part('adaptors/liteAdaptor').liteAdaptor()
  part('handlers/html').RegisterHTMLHandler(adaptor)
  const InputJax = part('input/tex').TeX
  const { AllPackages } = part('input/tex/AllPackages')
  const documentOf = (OutputJax?: unknown) =>
    part('mathjax').mathjax.document('', {
      InputJax: new InputJax({ packages: AllPackages }),
      ...(OutputJax === undefined ? {} : { OutputJax }),
    })
  const chtml = documentOf(new (part('output/chtml').CHTML)())
  const svg = documentOf(new (part('output/svg').SVG)())
  const visitor = new (part('core/MmlTree/SerializedMmlVisitor').SerializedMmlVisitor)()
  const { STATE } = part('core/MathItem')
  const each = (name: string, draw: (tex: string) => string | Promise<string>): Drawer => ({
    name,
    draw: (formulas) => Promise.all(formulas.map((tex) => attempt(() => draw(tex)))),
  })
  return [
    each('KaTeX', (tex) => katex.renderToString(tex, { output: 'mathml' })),
    each('KaTeX, HTML alone', (tex) => katex.renderToString(tex, { output: 'html' })),
    each('Temml', (tex) => temml.renderToString(tex)),
    each('MathJax, CommonHTML', (tex) => adaptor.outerHTML(chtml.convert(tex, { display: false }))),
    each('MathJax, SVG', (tex) => adaptor.outerHTML(svg.convert(tex, { display: false }))),
    each('MathJax, MathML', (tex) =>
      visitor.visitTree(chtml.convert(tex, { display: false, end: STATE.CONVERT })),
    ),
    each('Pandoc', (tex) =>
      execFileSync('pandoc', ['-f', 'markdown', '-t', 'html', '--mathml'], {
        input: `$${tex.replace(/\s+/g, ' ')}$`,
        encoding: 'utf8',
      }),
    ),
    each('Blahtex', (tex) =>
      execFileSync('blahtexml', ['--mathml'], { input: tex, encoding: 'utf8' }).replace(
        /[\s\S]*<markup>([\s\S]*)<\/markup>[\s\S]*/,
        '<math>$1</math>',
      ),
    ),
  ]
}

async function attempt(draw: () => string | Promise<string>): Promise<string | undefined> {
  try {
    const html = (await draw()).replace(SOURCES, '')
    return /merror|katex-error|temml-error|<error>/.test(html) ? undefined : html
  } catch {
    return undefined
  }
}
