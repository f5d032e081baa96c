/** Longest attribute text that is read of a tag. */
const MAX_LENGTH = 4_096

/** The attributes of a tag's inside as they are written, names in lower case; the first of a name counts. */
export function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null)
  const read = text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH) : text
  let at = 0
  while (at < read.length) {
    const code = read.charCodeAt(at)
    if (code <= SPACE || code === SLASH) {
      at++
      continue
    }
    const nameEnd = endOfName(read, at + 1)
    const name = read.slice(at, nameEnd).toLowerCase()
    let value = ''
    at = skipSpace(read, nameEnd)
    if (read.charCodeAt(at) === EQUALS) {
      at = skipSpace(read, at + 1)
      const quote = read.charCodeAt(at)
      const isQuoted = quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE
      const end = isQuoted ? read.indexOf(read[at]!, at + 1) : endOfBareValue(read, at)
      value = read.slice(isQuoted ? at + 1 : at, end < 0 ? undefined : end)
      at = end < 0 ? read.length : end + (isQuoted ? 1 : 0)
    }
    attributes[name] ??= value
  }
  return attributes
}

const SPACE = 0x20
const SLASH = 0x2f
const EQUALS = 0x3d
const DOUBLE_QUOTE = 0x22
const SINGLE_QUOTE = 0x27

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charCodeAt(at) <= SPACE) at++
  return at
}

function endOfName(text: string, from: number): number {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code <= SPACE || code === EQUALS || code === SLASH) break
  }
  return at
}

function endOfBareValue(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charCodeAt(at) > SPACE) at++
  return at
}
