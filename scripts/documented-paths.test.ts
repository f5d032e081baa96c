import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { DOCUMENTS } from './documents.mjs'
import { ROOT } from './setup/root.mjs'

/** From the root of the project; without line numbers. `<…>` stands for any name. */
const PATH =
  /(?<![\w./-])((?:packages|services|scripts|bench|infra|docs)\/[\w./*{},<>-]+?)(?::\d+)?(?![\w./*{},<>-])/g
const SCRIPT = /\b(?:npm run|pnpm) ([\w:-]+)/g
const TESTS = /\bnpm test -- (.+)/g
/** What pnpm knows by itself. */
const OF_PNPM = ['install']

const scripts = [...Object.keys(JSON.parse(read('package.json')).scripts), ...OF_PNPM]

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** What stands in code type, and the commands of shell blocks, each on one line. */
function codeOf(document: string): string[] {
  const text = read(document)
  const commands = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) =>
    block!.replaceAll('\\\n', ' '),
  )
  const inline = text.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)
  return [...commands, ...[...inline].map(([, code]) => code!)]
}

function named(document: string, pattern: RegExp): string[] {
  const found = codeOf(document).flatMap((code) => [...code.matchAll(pattern)].map(([, name]) => name!))
  return [...new Set(found)]
}

const isThere = (path: string) => globSync(path.replaceAll(/<\w+>/g, '*'), { cwd: ROOT }).length > 0

test.each(DOCUMENTS)('every path that %s names is there', (document) => {
  const tests = new Set(testsOf(document))
  expect(named(document, PATH).filter((path) => !tests.has(path) && !isThere(path))).toEqual([])
})

test.each(DOCUMENTS)('every script that %s names is in package.json', (document) => {
  expect(named(document, SCRIPT).filter((script) => !scripts.includes(script))).toEqual([])
})

test.each(DOCUMENTS.filter((document) => testsOf(document).length > 0))(
  'every test that %s names is there',
  (document) => {
    const missing = testsOf(document).filter(
      (path) => ![`${path}*.test.ts`, `${path}*/**/*.test.ts`, `${path}/**/*.test.ts`].some(isThere),
    )
    expect(missing).toEqual([])
  },
)

/** Beginnings of the paths of tests, as `npm test` takes them. */
function testsOf(document: string): string[] {
  return named(document, TESTS).flatMap((paths) => paths.split(/\s+/).filter((path) => path.includes('/')))
}
