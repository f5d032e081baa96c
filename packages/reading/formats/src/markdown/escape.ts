import { couldPair } from './flanking.ts'

/** What decides, besides the text itself, which of its characters need escaping. */
export interface EscapeContext {
  /** Characters that could pair up with another of their kind in the same run of text. */
  live: ReadonlySet<string>
  inCell: boolean
  /** Brackets in this text would end the link it is in. */
  brackets: boolean
  /** The run holds formulas, so a dollar sign would begin one. */
  hasMath: boolean
}

const SPECIAL = /[\\`*_[\]<&~!$|]/
const SPECIALS = /[\\`*_[\]<&~!$|]/g
const WORD = /[\p{L}\p{N}]/u

/** Whether a text has characters that may be syntax. */
export function mayNeedEscape(text: string): boolean {
  return SPECIAL.test(text)
}

/**
 * Escapes what Markdown would read as syntax, and nothing else. `before` and `after` are the characters around the
 * text (empty at the ends of a line).
 */
export function escapeText(text: string, before: string, after: string, context: EscapeContext): string {
  if (!SPECIAL.test(text)) return text
  const lastBracket = text.lastIndexOf(']')
  return text.replace(SPECIALS, (character, offset: number) => {
    const previous = offset > 0 ? text[offset - 1]! : before
    const next = offset + 1 < text.length ? text[offset + 1]! : after
    return needsEscape(character, previous, next, text, offset, lastBracket, context)
      ? `\\${character}`
      : character
  })
}

function needsEscape(
  character: string,
  previous: string,
  next: string,
  text: string,
  offset: number,
  lastBracket: number,
  context: EscapeContext,
): boolean {
  switch (character) {
    case '\\':
      return next === '' || /[!-/:-@[-`{-~]/.test(next)
    case '`':
      return context.live.has('`')
    case '*':
    case '_':
    case '~':
      if (!context.live.has(character) || (isSpace(previous) && isSpace(next))) return false
      return character !== '_' || !(WORD.test(previous) && WORD.test(next))
    case '[':
      return context.brackets || (next === '^' && lastBracket > offset)
    case ']':
      return context.brackets || next === '('
    case '<':
      return /[a-zA-Z/!?]/.test(next)
    case '&':
      return /^&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/.test(
        text.slice(offset, offset + 34),
      )
    case '!':
      return next === '[' && offset + 1 === text.length
    case '$':
      return context.hasMath
    default:
      return context.inCell
  }
}

function isSpace(character: string): boolean {
  return character === '' || /\s/.test(character)
}

/** What begins a block when it stands at the start of a line; group 1 is put before the backslash. */
const LINE_START =
  /^(#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|-+(?=\s*$)|=+(?=\s*$)|~{3,}|`{3,}|(?:[-*_]\s*){3,}$|\[(?=[ xX]\]\s)|\[(?=[^\]\n]*\]:)|[-:|][-:|\s]*$|:(?=\s))/
const NUMBER_START = /^(\d{1,9})([.)])(?=\s|$)/

/** Escapes the start of a line of text (already escaped inside) that would begin a list, heading or the like. */
export function escapeLineStart(line: string): string {
  if (!/^[#>\-+*=~`_[:|\d]/.test(line)) return line
  if (LINE_START.test(line)) return `\\${line}`
  return line.replace(NUMBER_START, '$1\\$2')
}

const NONE: ReadonlySet<string> = new Set()

/** Characters that could form emphasis or code in `text` (all text of one run). */
export function liveCharacters(text: string, hasEmphasis: boolean, hasCode: boolean): ReadonlySet<string> {
  if (!/[*_`~]/.test(text)) return NONE
  const live = new Set<string>()
  if (hasCode ? text.includes('`') : (text.match(/`+/g)?.length ?? 0) > 1) live.add('`')
  for (const character of '*_~') {
    if (text.includes(character) && (hasEmphasis || couldPair(character, text))) live.add(character)
  }
  return live
}
