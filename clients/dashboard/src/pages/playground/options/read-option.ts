import * as words from '../../../words/index.ts'
import type { Option } from './option-table.ts'

/** What an option's text means in the request, or why it means nothing. */
export interface ReadOption {
  value?: unknown
  fault?: string
}

export function readOption(option: Option, text: string): ReadOption {
  switch (option.kind) {
    case 'check':
      return { value: option.value ?? true }
    case 'number':
      return { value: numberOrText(text) }
    case 'lines':
      return { value: linesOf(text) }
    case 'pairs':
      return readPairs(text)
    case 'json':
      return readJson(text)
    default:
      // A selector to wait for, or milliseconds.
      return { value: option.path === 'advanced.wait_for' ? numberOrText(text) : text }
  }
}

/** The text of an option that stands so in a request; nothing where it is as it is without being chosen. */
export function writeOption(option: Option, value: unknown): string {
  if (value === undefined) return ''
  switch (option.kind) {
    case 'check':
      return value === (option.value ?? true) ? 'true' : ''
    case 'lines':
      return (value as string[]).join('\n')
    case 'pairs':
      return Object.entries(value as object)
        .map(([name, text]) => `${name}: ${text}`)
        .join('\n')
    case 'json':
      return JSON.stringify(value)
    default:
      return String(value)
  }
}

/** What is no number is sent as it is: the service says what it has to be. */
const numberOrText = (text: string) => (/^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : text)

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

function readPairs(text: string): ReadOption {
  const pairs = linesOf(text).map((line) => /^([^:=]+)[:=]\s*(.*)$/.exec(line))
  if (pairs.some((pair) => pair === null)) return { fault: words.options.wrongPairs }
  return { value: Object.fromEntries(pairs.map((pair) => [pair![1]!.trim(), pair![2]!])) }
}

function readJson(text: string): ReadOption {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { fault: words.options.wrongJson }
  }
}
