import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { parseSync } from '@swc/core'
import { analyse } from 'scslre'

/** Folders whose code reads what strangers wrote. */
const FOLDERS = [
  'reading/changes/src',
  'reading/documents/src',
  'reading/extract/src',
  'fetching/verdict/src',
  'reading/formats/src',
  'reading/login-state/src',
  'reading/main-content/src',
  'reading/markup/src',
  'reading/page-types/src',
  'reading/structured-data/src',
  'reading/values/src',
]

interface Pattern {
  file: string
  source: string
  flags: string
}

function patternsIn(folder: string): Pattern[] {
  const root = fileURLToPath(new URL(`../../../../${folder}/`, import.meta.url))
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      literals(parseSync(readFileSync(join(root, file), 'utf8'), { syntax: 'typescript' }), file),
    )
}

/** The regular expressions written in a syntax tree. */
function literals(node: unknown, file: string): Pattern[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap((part) => literals(part, file))
  const { type, pattern, flags } = node as Record<string, unknown>
  if (type === 'RegExpLiteral') return [{ file, source: String(pattern), flags: String(flags) }]
  return Object.values(node).flatMap((part) => literals(part, file))
}

/** What makes a pattern slow: quantifiers that compete for the same characters, or a start that is tried anew within a run. */
function faults({ source, flags }: Pattern): string[] {
  return analyse({ source, flags }).reports.map(({ type, exponential }) =>
    exponential ? `${type}, exponential` : type,
  )
}

describe('the patterns that read hostile text', () => {
  const patterns = FOLDERS.flatMap(patternsIn)

  test('are found', () => {
    expect(patterns.length).toBeGreaterThan(800)
  })

  test('need no more than linear time for any text', () => {
    const slow = patterns
      .map((pattern) => ({ ...pattern, faults: faults(pattern) }))
      .filter((pattern) => pattern.faults.length > 0)
    expect(slow).toEqual([])
  })

  test.each(['\\s+$', '\\s*,\\s*', '^\\s*x?\\s*$'])('are told from slow ones: %s', (source) => {
    expect(faults({ file: '', source, flags: '' })).not.toEqual([])
  })
})
