import { HtmlRenderer, Parser } from 'commonmark'
import type { Converter } from './converters.ts'
import { normalizeHtml } from './normalize-html.ts'

export interface Example {
  number: number
  section: string
  html: string
}

export interface RoundTrip {
  total: number
  passed: number
  failures: { example: Example; markdown: string; back: string }[]
}

/** The examples of the CommonMark specification whose HTML Markdown is meant to say; raw HTML is left out. */
export function readExamples(spec: string): Example[] {
  const examples: Example[] = []
  let section = ''
  let number = 0
  for (const match of spec.matchAll(/^`{32} example\n[\s\S]*?^\.\n([\s\S]*?)^`{32}$|^#{1,6} *(.*)$/gm)) {
    if (match[2] !== undefined) section = match[2]
    else {
      number++
      if (section !== 'HTML blocks') examples.push({ number, section, html: match[1]!.replaceAll('→', '\t') })
    }
  }
  return examples
}

/** HTML to Markdown and back: how many examples keep their structure. */
export function roundTrip(examples: readonly Example[], converter: Converter): RoundTrip {
  const failures: RoundTrip['failures'] = []
  for (const example of examples) {
    const markdown = converter.convert(example.html, undefined)
    const back = new HtmlRenderer().render(new Parser().parse(markdown))
    if (normalizeHtml(back) !== normalizeHtml(example.html)) failures.push({ example, markdown, back })
  }
  return { total: examples.length, passed: examples.length - failures.length, failures }
}
