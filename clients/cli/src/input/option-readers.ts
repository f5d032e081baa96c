import { InvalidArgumentError } from 'commander'

/** What reads the text of an option, as commander asks for it; what is wrong with it is thrown. */
export function number(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError('It must be a number.')
  return value
}

export function oneOf(choices: readonly string[]): (text: string) => string {
  return (text) => {
    if (choices.includes(text)) return text
    throw new InvalidArgumentError(`It must be one of ${choices.join(', ')}.`)
  }
}

/** Names with commas between them; `json-v2` is `json_v2`. */
export function listOf(choices: readonly string[]): (text: string) => string[] {
  return (text) => {
    const names = text
      .split(',')
      .map((name) => name.trim().replaceAll('-', '_'))
      .filter(Boolean)
    const other = names.find((name) => !choices.includes(name))
    if (other === undefined && names.length > 0) return names
    throw new InvalidArgumentError(`There is no "${other ?? ''}". There are: ${choices.join(', ')}.`)
  }
}

/** Of an option that may be repeated. */
export function several(text: string, before: string[] = []): string[] {
  return [...before, text]
}

/** Names and values, `between` them; may be repeated. */
export function pairs(between: string) {
  return (text: string, before: Record<string, string> = {}): Record<string, string> => {
    const at = text.indexOf(between)
    if (at < 1) throw new InvalidArgumentError(`It must be a name, "${between}" and a value.`)
    return { ...before, [text.slice(0, at).trim()]: text.slice(at + 1).trim() }
  }
}

export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
