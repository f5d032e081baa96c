import { expect, test } from '@jest/globals'
import { parseStat, readProcess } from './process-table.ts'

const line = (name: string, state = 'S') =>
  `42 (${name}) ${state} 7 41 40 0 -1 4194560 1 2 3 4 10 20 30 40 20 0 1 0 98765 1000 200 18446744073709551615`

test.each(['node', 'a b', 'tmux: server) Z 1', ')'])('a process named %j is read whole', (name) => {
  expect(parseStat(42, line(name))).toEqual({
    pid: 42,
    parent: 7,
    group: 41,
    startedAt: 98_765,
    cpuMs: 1_000,
  })
})

test.each([
  ['a zombie', line('node', 'Z')],
  ['a dead one', line('node', 'X')],
  ['one that is gone', ''],
])('%s is no process', (_, text) => {
  expect(parseStat(42, text)).toBeUndefined()
})

test('this process is there, and has a parent', () => {
  expect(readProcess(process.pid)).toMatchObject({ pid: process.pid, parent: process.ppid })
})
