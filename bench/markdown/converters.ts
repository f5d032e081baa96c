import { placeStreamedContent, readBlocks, renderMarkdown } from '@gleaner/formats'
import { documentBase, parseHtml } from '@gleaner/markup'
import { htmlToMarkdown } from '@mdream/js'
import { NodeHtmlMarkdown } from 'node-html-markdown'
// @ts-expect-error The types are a package of their own that only benches would need.
import TurndownService from 'turndown'
// @ts-expect-error The plugin ships no types.
import { gfm } from 'turndown-plugin-gfm'

export interface Converter {
  name: string
  /** HTML to Markdown; `url` is undefined where addresses are to stay as they are. */
  convert(html: string, url: string | undefined): string
}

/** Ours, and what others use. */
export function createConverters(): Converter[] {
  const turndown = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    bulletListMarker: '-',
  })
  turndown.use(gfm)
  turndown.remove(['script', 'style', 'noscript', 'template'])
  const nodeHtmlMarkdown = new NodeHtmlMarkdown()
  return [
    { name: 'gleaner', convert: toMarkdown },
    {
      name: 'mdream',
      convert: (html, url) => htmlToMarkdown(html, url === undefined ? {} : { origin: new URL(url).origin }),
    },
    { name: 'turndown+gfm', convert: (html) => turndown.turndown(html) },
    { name: 'node-html-markdown', convert: (html) => nodeHtmlMarkdown.translate(html) },
  ]
}

function toMarkdown(html: string, url: string | undefined): string {
  const document = parseHtml(html)
  placeStreamedContent(document)
  return renderMarkdown(readBlocks(document, url === undefined ? undefined : documentBase(document, url)))
    .markdown
}
