import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installed, where } from '@gleaner/testkit/where'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createOutput } from '../output/output.ts'
import { createProgram } from '../program.ts'
import { scriptFor } from './scripts.ts'
import { placesOf } from './words.ts'

const silent = createOutput(process.stdout, {})
const program = createProgram((() => async () => {}) as never, { out: silent, err: silent })
const run = promisify(execFile)

where(installed('/bin/bash')).describe('in bash', () => {
  let script: string
  beforeAll(() => {
    script = scriptFor('bash', program)
  })

  test.each<[string[], string[]]>([
    [['scra'], ['scrape']],
    [
      ['jobs', ''],
      ['list', 'get', 'cancel', 'retry'],
    ],
    [['jobs', 'list', '--stat'], ['--status']],
    [['scrape', 'a.example', '--form'], ['--format']],
    [['scrape', '-f', 'mark'], ['markdown']],
    [
      ['scrape', '--max-tier', '3'],
      ['3', '3.5'],
    ],
    [
      ['setup', 'mcp', 'cl'],
      ['claude-code', 'claude-desktop'],
    ],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['--prof'], ['--profile']],
  ])('%j is completed by %j', async (words, expected) => {
    const line = ['gleaner', ...words].map((word) => `'${word}'`).join(' ')
    const asked = `COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _gleaner; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout } = await run('/bin/bash', ['-c', `${script}\n${asked}`])
    expect(stdout.trim().split('\n')).toEqual(expected)
  })
})

describe.each(['bash', 'zsh', 'fish'] as const)('the script for %s', (shell) => {
  test('knows every command and every option', () => {
    const script = scriptFor(shell, program)
    for (const { commands, options } of placesOf(program)) {
      for (const { name } of commands) expect(script).toContain(name)
      for (const { flags } of options)
        for (const flag of flags) expect(script).toContain(shell === 'fish' ? flag.replace(/^-+/, '') : flag)
    }
  })
})

/** What is typed before the tab key, and what stands there then. */
const TYPED: [string, string][] = [
  ['scra', 'scrape'],
  ['jobs list --stat', '--status'],
  ['scrape -f mark', 'markdown'],
  ['scrape --max-tier 3.', '3.5'],
  ['setup mcp claude-c', 'claude-code'],
  ['--prof', '--profile'],
]

describe('a person at a shell', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gleaner-completion-'))
    await writeFile(join(folder, '_gleaner'), scriptFor('zsh', program))
    await writeFile(join(folder, 'gleaner.fish'), scriptFor('fish', program))
  })
  afterAll(() => rm(folder, { recursive: true }))
  const shell = async (name: string, ...args: string[]) =>
    (await run(`/usr/bin/${name}`, args, { env: { HOME: folder, TERM: 'dumb' }, timeout: 60_000 })).stdout

  where(installed('/usr/bin/fish')).describe('of fish', () => {
    test.each(TYPED)('who types %j is shown %s', async (typed, expected) => {
      const asked = `source ${folder}/gleaner.fish; complete -C 'gleaner ${typed}'`
      const words = (await shell('fish', '-N', '-c', asked)).trim().split('\n')
      expect(words.map((line) => line.split('\t')[0])).toEqual([expected])
    })
  })

  where(installed('/usr/bin/zsh')).describe('of zsh', () => {
    test.each(TYPED)('who types %j gets %s', async (typed, expected) => {
      const word = typed.split(' ').at(-1)!
      const begin = `PROMPT='> '; fpath=(${folder} $fpath); autoload -Uz compinit; compinit -u -D; print ready$((1+1))`
      const script = [
        'zmodload zsh/zpty',
        'zpty z zsh -f -i',
        `zpty -w z ${quoted(begin)}`,
        `zpty -r z seen '*ready2*'`,
        `zpty -w -n z ${quoted(`gleaner ${typed}`)}$'\\t'`,
        // Waits until it stands there; the time of this test is its bound.
        `zpty -r z seen ${quoted(`*${word}*${expected.slice(word.length)}*`)}`,
        'print -r -- "$seen"',
      ]
      // It rings where there are several, and goes on as far as they agree.
      const seen = (await shell('zsh', '-f', '-c', script.join('\n'))).replaceAll('\x07', '')
      expect(seen).toContain(expected)
    })
  })
})

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
