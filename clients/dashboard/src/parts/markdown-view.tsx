import { type MarkedToken, marked, type Token } from 'marked'
import type { ComponentChildren, VNode } from 'preact'
import { h } from 'preact'
import { useMemo } from 'preact/hooks'
import * as words from '../words/index.ts'
import './markdown-view.css'

/** Shown at once; what is longer is cut with a word about it by whoever shows it. */
const MOST_CHARS = 200_000
const MOST_DEPTH = 40

/**
 * Markdown of a page as elements, never as HTML: what a page has written is text, its links lead out without a referrer, and its images
 * are not loaded from here.
 */
export function MarkdownView({ text }: { text: string }) {
  const blocks = useMemo(() => marked.lexer(text.slice(0, MOST_CHARS)), [text])
  return <div class="markdown">{render(blocks, 0)}</div>
}

function render(tokens: readonly Token[] | undefined, depth: number): ComponentChildren {
  if (!tokens || depth > MOST_DEPTH) return null
  return tokens.map((token, index) => <Piece key={index} token={token as MarkedToken} depth={depth + 1} />)
}

function Piece({ token, depth }: { token: MarkedToken; depth: number }): VNode | string | null {
  const inner = () =>
    'tokens' in token && token.tokens
      ? render(token.tokens, depth)
      : 'text' in token
        ? unescaped(token.text)
        : null
  switch (token.type) {
    case 'heading':
      // The page around it has the first level.
      return h(`h${Math.min(token.depth + 1, 6)}`, {}, inner())
    case 'paragraph':
      return <p>{inner()}</p>
    case 'strong':
      return <strong>{inner()}</strong>
    case 'em':
      return <em>{inner()}</em>
    case 'del':
      return <del>{inner()}</del>
    case 'blockquote':
      return <blockquote>{inner()}</blockquote>
    case 'code':
      return (
        <pre tabIndex={0}>
          <code>{token.text}</code>
        </pre>
      )
    case 'codespan':
      return <code>{unescaped(token.text)}</code>
    case 'br':
      return <br />
    case 'hr':
      return <hr />
    case 'link':
      return <OutLink href={token.href}>{inner()}</OutLink>
    case 'image':
      return <OutLink href={token.href}>{words.common.picture(token.text || token.href)}</OutLink>
    case 'list':
      return h(
        token.ordered ? 'ol' : 'ul',
        token.ordered && token.start !== 1 ? { start: token.start || undefined } : {},
        token.items.map((item, index) => <li key={index}>{render(item.tokens, depth)}</li>),
      )
    case 'table':
      return <Table token={token} depth={depth} />
    case 'space':
    case 'def':
      return null
    default:
      return <>{inner()}</>
  }
}

function Table({ token, depth }: { token: Extract<MarkedToken, { type: 'table' }>; depth: number }) {
  return (
    <div class="markdown-table" tabIndex={0} role="group">
      <table>
        <thead>
          <tr>
            {token.header.map((cell, index) => (
              <th key={index}>{render(cell.tokens, depth)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{render(cell.tokens, depth)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A link out of the dashboard: http alone, so that no page can name a script. */
export function OutLink({ href, children }: { href: string; children: ComponentChildren }) {
  const url = URL.parse(href)
  if (!url || !/^https?:$/.test(url.protocol)) return <span>{children}</span>
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The lexer escapes for HTML; here texts are texts. */
function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_all, name: string) => ENTITIES[name]!)
}
