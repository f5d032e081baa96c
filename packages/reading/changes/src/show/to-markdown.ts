import type { Change } from '../compare/settings.ts'
import { wordDiff } from './word-diff.ts'

/** Changes that are written out, and characters of one. */
const MOST_LINES = 100
const MOST_CHARS = 2_000

/** The changes as people read them, in Markdown: by heading, what went ~~struck out~~, what came **bold**. */
export function toMarkdown(changes: readonly Change[], total = changes.length): string {
  const lines: string[] = []
  let section = ''
  for (const change of changes.slice(0, MOST_LINES)) {
    if (change.section !== section && change.section !== '')
      lines.push(`${lines.length > 0 ? '\n' : ''}### ${literal(change.section)}\n`)
    section = change.section
    lines.push(`- ${lineOf(change)}`)
  }
  const left = total - Math.min(changes.length, MOST_LINES)
  if (left > 0) lines.push(`\n${left} more`)
  return lines.join('\n')
}

function lineOf(change: Change): string {
  const { kind, before = '', after = '', what, label } = change
  const name = what === 'link' || what === 'image' ? `${what}${label ? ` “${literal(label)}”` : ''}: ` : ''
  if (kind === 'moved') return `moved: ${literal(cut(after))}`
  if (kind === 'replaced' && name === '') return wordDiff(cut(before), cut(after)).map(piece).join('')
  return name + [mark('~~', before), mark('**', after)].filter(Boolean).join(' → ')
}

const piece = ({ type, text }: { type: string; text: string }) =>
  type === 'same' ? literal(text) : mark(type === 'removed' ? '~~' : '**', text)

/** Marks stand at words: beside a space they mark nothing. */
function mark(sign: string, text: string): string {
  const inner = cut(text).trim()
  if (inner === '') return text
  return `${/^\s/.test(text) ? ' ' : ''}${sign}${literal(inner)}${sign}${/\s$/.test(text) ? ' ' : ''}`
}

const cut = (text: string) => (text.length <= MOST_CHARS ? text : `${text.slice(0, MOST_CHARS)}…`)

/** What a page says is text, whatever it looks like. */
const literal = (text: string) => text.replace(/[\\`*_[\]<>#~|!]/g, '\\$&')
