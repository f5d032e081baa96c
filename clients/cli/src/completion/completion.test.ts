import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { installed, where } from '@gleaner/testkit/where'
import { beforeAll, describe, expect, test } from '@jest/globals'
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

where(installed('/usr/bin/zsh')).test('zsh reads its script', async () => {
  await run('/usr/bin/zsh', ['-n', '-c', scriptFor('zsh', program)])
})

where(installed('/usr/bin/fish')).test('fish reads its script', async () => {
  await run('/usr/bin/fish', ['-n', '-c', scriptFor('fish', program)])
})
