import { FORMATS } from '@gleaner/contracts'
import type { ExtractRequest } from '../types.ts'

/** An input that aims at the time or memory of its readers, at any size. */
export interface HostileInput {
  name: string
  contentType: string
  make: (size: number) => string
}

/** What a tier worker asks for a page of this kind and size. */
export function requestFor(
  { contentType, make }: HostileInput,
  size: number,
  formats: ExtractRequest['formats'] = [...FORMATS],
): ExtractRequest {
  return {
    url: 'https://example.com/dir/page',
    body: new TextEncoder().encode(make(size)),
    contentType,
    mode: 'auto',
    formats,
    includeRawHtml: false,
    onlyMainContent: true,
    removeCookieBanners: true,
    evidence: true,
    ocr: false,
    maxContentBytes: 50_000_000,
  }
}

/** `unit` as often as fits into `size` characters, between `start` and `end`. */
export function repeated(unit: string, start = '', end = ''): (size: number) => string {
  return (size) => start + unit.repeat(Math.max(1, Math.floor(size / unit.length))) + end
}

/** What `make` gives for 0, 1, 2 and so on, up to `size` characters. */
export function counted(make: (index: number) => string, start = '', end = ''): (size: number) => string {
  return (size) => {
    const parts = [start]
    let length = 0
    for (let index = 0; length < size; index++) {
      const part = make(index)
      parts.push(part)
      length += part.length
    }
    return [...parts, end].join('')
  }
}

/** Half of the size each: many of one kind before many of another. */
export function then(first: string, second: string, start = '', end = ''): (size: number) => string {
  return (size) => start + repeated(first)(size / 2) + repeated(second)(size / 2) + end
}

export function nested(open: string, close: string): (size: number) => string {
  return (size) => {
    const depth = Math.max(1, Math.floor(size / (open.length + close.length)))
    return `${open.repeat(depth)}x${close.repeat(depth)}`
  }
}

export function pages(table: Record<string, (size: number) => string>): HostileInput[] {
  return Object.entries(table).map(([name, make]) => ({ name, contentType: 'text/html', make }))
}
