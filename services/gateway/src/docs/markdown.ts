import { Html } from '@gleaner/security/html'
import MarkdownIt from 'markdown-it'

/** Where a link of a document leads; undefined where nobody can follow it. */
export type LinkTarget = (href: string) => string | undefined

const parser = new MarkdownIt({ html: false })

/** Links lead where `target` says; one that leads nowhere is its text. */
parser.core.ruler.push('targets', ({ tokens, env }) => {
  for (const { children } of tokens) {
    const dropped: boolean[] = []
    const kept = children?.filter((token) => {
      if (token.type === 'link_close') return !dropped.pop()
      if (token.type !== 'link_open') return true
      const leads = (env as { target: LinkTarget }).target(String(token.attrGet('href')))
      if (leads !== undefined) token.attrSet('href', leads)
      dropped.push(leads === undefined)
      return leads !== undefined
    })
    if (kept) children!.splice(0, children!.length, ...kept)
  }
})

/** Headings can be linked to. */
parser.core.ruler.push('places', ({ tokens }) => {
  for (const [at, token] of tokens.entries())
    if (token.type === 'heading_open') token.attrSet('id', slugOf(tokens[at + 1]!.content))
})

/** Wide tables scroll by themselves, by keyboard too. */
parser.renderer.rules.table_open = (tokens, at) =>
  `<div class="table${isOfFields(tokens.slice(at)) ? ' of-fields' : ''}" tabindex="0"><table>\n`
parser.renderer.rules.table_close = () => '</table></div>\n'

/** Whether a table says of fields or parameters what they mean: its rows can be read without its head. */
function isOfFields(
  tokens: readonly Pick<ReturnType<typeof parser.parse>[number], 'type' | 'content'>[],
): boolean {
  const head = tokens.slice(
    0,
    tokens.findIndex(({ type }) => type === 'thead_close'),
  )
  const [, ...columns] = head.flatMap(({ type, content }) => (type === 'inline' ? [content] : []))
  return columns.join() === 'Type,Meaning'
}

/** A document of ours as HTML. */
export function markdownToHtml(markdown: string, target: LinkTarget): Html {
  return new Html(parser.render(markdown.replaceAll(/<!--.*?-->/gs, ''), { target }))
}

/** As GitHub names a heading's place. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')
}
