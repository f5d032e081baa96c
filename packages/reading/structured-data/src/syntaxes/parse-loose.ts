/** Deepest nesting that a broken or JavaScript-like literal is read to. */
const MAX_DEPTH = 64
const WORDS: Record<string, unknown> = {
  true: true,
  false: false,
  null: null,
  undefined: undefined,
  NaN: undefined,
  Infinity: undefined,
}
const ESCAPES: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '',
  '\n': '',
  '\r': '',
}

export interface LooseResult {
  value: unknown
  end: number
}

/**
 * Reads one JSON-like value at `start`, forgiving what pages get wrong: comments, trailing and missing commas, raw line
 * breaks and bare quotes in strings, single quotes, unquoted keys, `undefined`, `!0`, `Date.parse("...")`. Undefined when
 * there is none. Linear time; code is never run.
 */
export function parseLoose(text: string, start = 0): LooseResult | undefined {
  const reader = new LooseReader(text, start)
  try {
    const value = reader.value(0)
    return { value, end: reader.at }
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

class Unreadable extends Error {}

class LooseReader {
  readonly text: string
  at: number

  constructor(text: string, at: number) {
    this.text = text
    this.at = at
  }

  value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new Unreadable('nested too deep')
    this.skip()
    const char = this.text[this.at]
    if (char === '{') return this.object(depth)
    if (char === '[') return this.array(depth)
    if (char === '"' || char === "'" || char === '`') return this.string(char)
    if (char === '!') {
      this.at += 2
      return this.text[this.at - 1] === '0'
    }
    return this.bare()
  }

  object(depth: number): Record<string, unknown> {
    const object: Record<string, unknown> = {}
    this.at += 1
    for (;;) {
      this.skip(',')
      const char = this.text[this.at]
      if (char === undefined) return object
      if (char === '}' || char === ']') {
        this.at += 1
        return object
      }
      const key = char === '"' || char === "'" ? this.string(char) : this.word()
      this.skip()
      if (this.text[this.at] !== ':') throw new Unreadable('no value')
      this.at += 1
      const value = this.value(depth + 1)
      if (key !== '__proto__') object[key] = value
    }
  }

  array(depth: number): unknown[] {
    const array: unknown[] = []
    this.at += 1
    for (;;) {
      this.skip(',')
      const char = this.text[this.at]
      if (char === undefined) return array
      if (char === ']' || char === '}') {
        this.at += 1
        return array
      }
      array.push(this.value(depth + 1))
    }
  }

  string(quote: string): string {
    let out = ''
    let from = ++this.at
    for (;;) {
      const char = this.text[this.at]
      if (char === undefined) throw new Unreadable('open string')
      if (char === '\\') {
        out += this.text.slice(from, this.at) + this.escape()
        from = this.at
      } else if (char === quote && this.closes()) {
        out += this.text.slice(from, this.at)
        this.at += 1
        return out
      } else this.at += 1
    }
  }

  /** A quote closes a string when what follows can follow a string; else somebody forgot to escape it. */
  closes(): boolean {
    let next = this.at + 1
    while (next < this.at + 200 && /\s/.test(this.text[next] ?? '')) next += 1
    const char = this.text[next]
    if (char === undefined || ',:}])+;'.includes(char)) return true
    if (char === '/') return /[/*]/.test(this.text[next + 1] ?? '')
    return char === '"' && /\n/.test(this.text.slice(this.at, next))
  }

  escape(): string {
    const char = this.text[this.at + 1] ?? ''
    const digits = char === 'u' ? 4 : char === 'x' ? 2 : 0
    const code = digits > 0 ? this.text.slice(this.at + 2, this.at + 2 + digits) : ''
    if (digits > 0 && /^[\da-f]+$/i.test(code) && code.length === digits) {
      this.at += 2 + digits
      return String.fromCharCode(Number.parseInt(code, 16))
    }
    this.at += 2
    return ESCAPES[char] ?? char
  }

  word(): string {
    const match = this.match(/[\w$.@-]+/y)
    if (!match) throw new Unreadable('no key')
    return match
  }

  bare(): unknown {
    const number = this.match(/[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/iy)
    if (number !== undefined) return Number(number)
    const word = this.match(/(?:void 0|new Date\(|Date\.parse\(|JSON\.parse\(|[\w$]+)/y)
    if (word === undefined) throw new Unreadable('no value')
    if (word.endsWith('(')) return this.call()
    if (word === 'void 0') return undefined
    if (!Object.hasOwn(WORDS, word)) throw new Unreadable('code')
    return WORDS[word]
  }

  /** `new Date("2020-01-01")` gives its argument. */
  call(): unknown {
    const value = this.value(MAX_DEPTH)
    this.skip()
    if (this.text[this.at] !== ')') throw new Unreadable('code')
    this.at += 1
    return value
  }

  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }

  /** Passes white space, comments and `also`. */
  skip(also = ''): void {
    for (;;) {
      const char = this.text[this.at]
      if (char === undefined) return
      if (char === '/' && this.text[this.at + 1] === '/') this.to('\n')
      else if (char === '/' && this.text[this.at + 1] === '*') this.to('*/')
      else if (/[\s\u0000-\u001f]/.test(char) || also.includes(char)) this.at += 1
      else return
    }
  }

  to(mark: string): void {
    const found = this.text.indexOf(mark, this.at + 2)
    this.at = found < 0 ? this.text.length : found + mark.length
  }
}
