import { spawnSync } from 'node:child_process'
import { alert } from '@mdit/plugin-alert'
import hljs from 'highlight.js'
import katex from 'katex'
import MarkdownIt from 'markdown-it'
import anchor from 'markdown-it-anchor'
// @ts-expect-error The plugin ships no types.
import footnote from 'markdown-it-footnote'
// @ts-expect-error The plugin ships no types.
import texmath from 'markdown-it-texmath'
import type { Feature } from './sources.ts'

export interface Renderer {
  name: string
  features: readonly Feature[]
  /** Markdown to HTML; undefined where the program is not installed. */
  render(markdown: string): string | undefined
}

const PLAIN: readonly Feature[] = ['headings', 'emphasis', 'lists', 'tables', 'images', 'quotes', 'code']
const NOTES: readonly Feature[] = ['footnotes', 'repeated']

const markdownIt = new MarkdownIt({ html: true, highlight: highlighted })
  .use(anchor, { permalink: anchor.permalink.linkInsideHeader() })
  .use(footnote)
  .use(alert)
  .use(texmath, { engine: katex, delimiters: 'dollars' })

/** Renderers from npm, and programs that are used where they are installed (Debian's packages of the same names). */
export const RENDERERS: readonly Renderer[] = [
  {
    name: 'markdown-it, highlight.js, KaTeX',
    features: [...PLAIN, ...NOTES, 'math', 'callouts'],
    render: (markdown) => markdownIt.render(markdown),
  },
  program(
    'cmark-gfm',
    [...PLAIN, ...NOTES],
    ['-e', 'footnotes', '-e', 'table', '-e', 'strikethrough', '-e', 'tasklist'],
  ),
  program('lowdown', [...PLAIN, 'footnotes'], ['-thtml']),
  pandoc('MathML', [...PLAIN, 'math', 'footnotes'], ['--mathml']),
  pandoc('MathJax', ['math', 'footnotes'], ['--mathjax']),
  pandoc('KaTeX', ['math'], ['--katex']),
  pandoc('images of formulas', ['math'], ['--webtex']),
  pandoc('HTML 4', [...PLAIN, 'footnotes'], ['-t', 'html4']),
  pandoc('notes after each block', ['footnotes'], ['--reference-location=block']),
]

function highlighted(code: string, language: string): string {
  return hljs.getLanguage(language) ? hljs.highlight(code, { language }).value : ''
}

function pandoc(what: string, features: readonly Feature[], options: string[]): Renderer {
  const from = ['-f', 'gfm+footnotes+tex_math_dollars', '-t', 'html5']
  return { ...program('pandoc', features, [...from, ...options]), name: `pandoc, ${what}` }
}

function program(name: string, features: readonly Feature[], options: string[]): Renderer {
  return {
    name,
    features,
    render: (markdown) => {
      const { status, stdout } = spawnSync(name, options, {
        input: markdown,
        encoding: 'utf8',
        timeout: 30_000,
      })
      return status === 0 ? stdout : undefined
    },
  }
}
