import { HtmlRenderer, Parser } from 'commonmark'
import type { Converter } from './converters.ts'
import { normalizeHtml } from './normalize-html.ts'

/** The HTML of the examples of the CommonMark specification that Markdown is meant to say; raw HTML is left out. */
export function readExamples(spec: string): string[] {
  const examples: string[] = []
  let section = ''
  for (const match of spec.matchAll(/^`{32} example\n[\s\S]*?^\.\n([\s\S]*?)^`{32}$|^#{1,6} *(.*)$/gm)) {
    if (match[2] !== undefined) section = match[2]
    else if (section !== 'HTML blocks') examples.push(match[1]!.replaceAll('→', '\t'))
  }
  return examples
}

/** HTML to Markdown and back: how many examples keep their structure. */
export function roundTrip(examples: readonly string[], { convert }: Converter): number {
  return examples.filter((html) => {
    const back = new HtmlRenderer().render(new Parser().parse(convert(html, undefined)))
    return normalizeHtml(back) === normalizeHtml(html)
  }).length
}
