import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { listSources } from './sources.mjs'
import { listMembers, readManifest } from './wings.mjs'

const ROOT = join(import.meta.dirname, '..')
const JEST = '@jest/globals'
const IS_TEST = /\.test\.ts$/
/** Set up for suites: jest loads it, and no program does. */
const LOADED_BY_JEST = [join(ROOT, 'bench/mutants/note-reached.ts')]
/** Imports that are there when the program runs: those of types alone are erased. */
const IMPORT = /^(?:import|export)\s(?!type\b)(?:[^'"]*?\sfrom\s+)?['"]([^'"\n]+)['"]/gm

const packages = new Map(
  listMembers(ROOT).map(({ folder }) => {
    const { name, exports = {} } = readManifest(folder)
    return [name as string, { folder, exports: exports as Record<string, string> }]
  }),
)
const imports = new Map(
  listMembers(ROOT)
    .flatMap(({ folder }) => listSources(folder))
    .map((file) => [file, importsOf(file)]),
)

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, specifier]) => targetOf(file, specifier!))
}

function targetOf(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return resolve(dirname(file), specifier)
  const name = specifier.split('/').slice(0, 2).join('/')
  const owner = packages.get(name)
  if (!owner) return specifier
  const rest = specifier.slice(name.length + 1)
  const path = rest
    ? (owner.exports[`./${rest}`] ?? owner.exports['./*']?.replace('*', rest))
    : owner.exports['.']
  return path ? join(owner.folder, path) : specifier
}

/** The way from a program to jest, or undefined where there is none. */
function wayToJest(program: string): string[] | undefined {
  const ways = [[program]]
  const seen = new Set(ways.flat())
  for (const way of ways)
    for (const target of imports.get(way.at(-1)!) ?? []) {
      if (target === JEST) return way
      if (seen.has(target)) continue
      seen.add(target)
      ways.push([...way, target])
    }
  return undefined
}

test('no program needs jest, which only files of tests have', () => {
  const imported = new Set([...imports.values()].flat())
  const programs = [...imports.keys()].filter(
    (file) => !imported.has(file) && !IS_TEST.test(file) && !LOADED_BY_JEST.includes(file),
  )
  expect(programs.length).toBeGreaterThan(50)
  const ways = programs.map(wayToJest).filter((way) => way !== undefined)
  expect(ways.map((way) => way.map((file) => relative(ROOT, file)).join(' -> '))).toEqual([])
})
