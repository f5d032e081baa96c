import { isDeepStrictEqual } from 'node:util'
import { applyEdits, modify, type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { parse as parseToml, stringify } from 'smol-toml'
import { misuse } from '../failure.ts'
import type { Agent } from './agents.ts'
import { ENTRY_NAME } from './entry.ts'

/**
 * The text of an agent's settings with our entry in it, in place of the one that was there; everything else stays, comments and order too.
 * Throws for a file that cannot be read.
 */
export function withEntry(text: string, form: Agent['form'], value: object): string {
  return 'json' in form ? intoJson(text, form.json, value) : intoToml(text, form.toml, value)
}

function intoJson(text: string, names: readonly string[], value: object): string {
  const errors: ParseError[] = []
  const now = parse(text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (text.trim() !== '' && (error || typeof now !== 'object' || now === null))
    throw misuse(
      `The file is no JSON${error ? `: ${printParseErrorCode(error.error)} at ${error.offset}` : ''}.`,
      PRINT,
    )
  const start = text.trim() === '' ? '{}\n' : text
  const formattingOptions = {
    insertSpaces: !/^\t/m.test(start),
    tabSize: /^ {4}\S/m.test(start) ? 4 : 2,
    eol: '\n',
  }
  return applyEdits(start, modify(start, [...names, ENTRY_NAME], value, { formattingOptions }))
}

/** Takes out the tables of our entry, and writes them at the end. Whether all else is as it was is checked by reading both. */
function intoToml(text: string, table: string, value: object): string {
  const before = readToml(text)
  const without = withoutTables(text, `${table}.${ENTRY_NAME}`).replace(/\s*$/, '')
  const written = stringify({ [table]: { [ENTRY_NAME]: value } })
    .replace(`[${table}]\n`, '')
    .trim()
  const after = `${without}${without && '\n\n'}${written}\n`
  const wanted = { ...before, [table]: { ...(before[table] as object), [ENTRY_NAME]: value } }
  if (!isDeepStrictEqual(plain(readToml(after)), plain(wanted)))
    throw misuse('The file has this entry in a form that cannot be replaced safely.', PRINT)
  return after
}

const PRINT = '`--print` shows the entry, to be put there by hand.'

function withoutTables(text: string, name: string): string {
  let isOurs = false
  return text
    .split('\n')
    .filter((line) => {
      const header = /^\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$/.exec(line)?.[1]?.replaceAll(/["'\s]/g, '')
      if (header !== undefined) isOurs = header === name || header.startsWith(`${name}.`)
      return !isOurs
    })
    .join('\n')
}

function readToml(text: string): Record<string, unknown> {
  try {
    return parseToml(text)
  } catch (error) {
    throw misuse(`The file is no TOML: ${(error as Error).message.split('\n')[0]}`, PRINT)
  }
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
