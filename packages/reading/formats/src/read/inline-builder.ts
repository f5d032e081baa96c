import type { Inline, Mark } from '../block.ts'

/** White space that HTML collapses, and no-break spaces, which are plain spaces in text. */
const SPACES = /[ \t\n\r\f\u00a0]+/g
/** Invisible characters that only hint at line breaking. Joiners and direction marks stay. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g
/** Whether a text has any of them; most need no change. */
const IS_RAGGED = /[\t\n\r\f\u00a0\u00ad\u200b\u2060\ufeff]| {2}/

/** A text without what browsers do not show of it: runs of white space are one space. */
export function evened(value: string): string {
  return IS_RAGGED.test(value) ? value.replace(INVISIBLE, '').replace(SPACES, ' ') : value
}

type Frame = { children: Inline[]; close: (children: Inline[]) => Inline | undefined }

/** Collects the running text of one paragraph, white space collapsed across element borders as browsers do. */
export class InlineBuilder {
  private content: Inline[] = []
  private frames: Frame[] = []
  /** Whether a space that comes now would be dropped: at the start, or after another. */
  private atSpace = true

  text(value: string): void {
    let text = evened(value)
    if (this.atSpace && text.startsWith(' ')) text = text.slice(1)
    if (text === '') return
    this.atSpace = text.endsWith(' ')
    append(this.list(), { type: 'text', value: text })
  }

  /** Adds something that is not text; text beside it keeps its spaces. */
  add(inline: Inline): void {
    append(this.list(), inline)
    this.atSpace = inline.type === 'break'
  }

  openMark(mark: Mark): void {
    this.open((children) => (children.length > 0 ? { type: 'marked', mark, children } : undefined))
  }

  /** `close` makes the inline of what was added meanwhile, or undefined to drop it. */
  open(close: (children: Inline[]) => Inline | undefined): void {
    this.frames.push({ children: [], close })
  }

  close(): void {
    const frame = this.frames.pop()
    const made = frame?.close(frame.children)
    if (made) append(this.list(), made)
  }

  /** How many marks are open; content cannot be taken while any is. */
  get depth(): number {
    return this.frames.length
  }

  /** The last inline at the current level is a line break. */
  endsWithBreak(): boolean {
    return this.list().at(-1)?.type === 'break'
  }

  isEmpty(): boolean {
    return this.content.length === 0 && this.frames.length === 0
  }

  /** Gives the content collected, trimmed, and starts anew. */
  take(): Inline[] {
    const { content } = this
    this.content = []
    this.atSpace = true
    return trim(content)
  }

  private list(): Inline[] {
    return this.frames.at(-1)?.children ?? this.content
  }
}

/** Adds at the end. Neighbours of one kind become one: their delimiters would run together. */
function append(list: Inline[], inline: Inline): void {
  const last = list.at(-1)
  if (inline.type === 'text' && last?.type === 'text') last.value += inline.value
  else if (inline.type === 'code-span' && last?.type === 'code-span') last.value += inline.value
  else if (inline.type === 'marked' && last?.type === 'marked' && inline.mark === last.mark) {
    for (const child of inline.children) append(last.children, child)
  } else list.push(inline)
}

/** Drops breaks and spaces at both ends; a paragraph of white space alone becomes empty. */
function trim(content: Inline[]): Inline[] {
  while (isBlank(content.at(-1))) content.pop()
  const firstShown = content.findIndex((inline) => !isBlank(inline))
  if (firstShown > 0) content.splice(0, firstShown)
  trimEnd(content)
  return content
}

function isBlank(inline: Inline | undefined): boolean {
  if (!inline) return false
  if (inline.type === 'marked') return inline.children.every(isBlank)
  return inline.type === 'break' || (inline.type === 'text' && inline.value.trim() === '')
}

function trimEnd(content: Inline[]): void {
  const last = content.at(-1)
  if (last?.type === 'text') last.value = last.value.trimEnd()
  else if (last?.type === 'marked' || last?.type === 'link') trimEnd(last.children)
}
