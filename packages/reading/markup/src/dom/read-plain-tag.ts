import type { Token } from 'parse5'
import { nameAt } from './known-names.ts'

const TAB = 0x09
const LINE_FEED = 0x0a
const FORM_FEED = 0x0c
const SPACE = 0x20
const QUOTATION_MARK = 0x22
const APOSTROPHE = 0x27
const SLASH = 0x2f
const EQUALS = 0x3d
const GREATER_THAN = 0x3e

/** A tag with more attributes is left to the tokenizer, which does not compare each with all others. */
const MOST_ATTRIBUTES = 32

/**
 * Reads the tag whose name begins at `from` into `token`, as the standard's states would, when it is written as nearly
 * all tags are: lower-case names, values in quotes or made of name characters, no character references. Gives the place
 * of its `>`; -1 for any other tag, which is the tokenizer's then. The text must have no NUL and no CR.
 */
export function readPlainTag(text: string, from: number, token: Token.TagToken): number {
  let at = endOfName(text, from)
  token.tagName = nameAt(text, from, at)
  for (;;) {
    const afterName = at
    at = endOfSpace(text, at)
    const code = text.charCodeAt(at)
    if (code === GREATER_THAN) return at
    if (code === SLASH) {
      token.selfClosing = true
      return text.charCodeAt(at + 1) === GREATER_THAN ? at + 1 : -1
    }
    if (at === afterName) return -1
    at = readAttribute(text, at, token.attrs)
    if (at === -1) return -1
  }
}

/** The place after the attribute that begins at `from`; -1 for one that is not plain. */
function readAttribute(text: string, from: number, attrs: Token.Attribute[]): number {
  const nameEnd = endOfName(text, from)
  if (nameEnd === from || attrs.length === MOST_ATTRIBUTES) return -1
  const name = nameAt(text, from, nameEnd)
  for (const attribute of attrs) if (attribute.name === name) return -1
  if (text.charCodeAt(nameEnd) !== EQUALS) {
    // White space may stand before the `=`.
    if (text.charCodeAt(endOfSpace(text, nameEnd)) === EQUALS) return -1
    attrs.push({ name, value: '' })
    return nameEnd
  }
  const quote = text.charCodeAt(nameEnd + 1)
  const isQuoted = quote === QUOTATION_MARK || quote === APOSTROPHE
  const start = nameEnd + (isQuoted ? 2 : 1)
  const end = isQuoted ? text.indexOf(quote === QUOTATION_MARK ? '"' : "'", start) : endOfName(text, start)
  if (isQuoted ? end === -1 : end === start || !endsBareValue(text.charCodeAt(end))) return -1
  const value = text.slice(start, end)
  if (isQuoted && value.includes('&')) return -1
  attrs.push({ name, value })
  return isQuoted ? end + 1 : end
}

function endsBareValue(code: number): boolean {
  return code === GREATER_THAN || isSpace(code)
}

function endOfName(text: string, from: number): number {
  let at = from
  while (isNameCharacter(text.charCodeAt(at))) at++
  return at
}

export function endOfSpace(text: string, from: number): number {
  let at = from
  while (isSpace(text.charCodeAt(at))) at++
  return at
}

export function isSpace(code: number): boolean {
  return code === SPACE || code === LINE_FEED || code === TAB || code === FORM_FEED
}

/** Lower-case letters, digits, `-`, `_` and `:`: what names are made of that are the same in any case. */
export function isNameCharacter(code: number): boolean {
  return isLowerLetter(code) || code === 0x2d || (code >= 0x30 && code <= 0x3a) || code === 0x5f
}

export function isLowerLetter(code: number): boolean {
  return code >= 0x61 && code <= 0x7a
}
