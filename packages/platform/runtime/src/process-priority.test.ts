import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, test } from '@jest/globals'
import { makeRoom } from './process-priority.ts'

test('a process of its own session makes room, and so does its session', async () => {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
  await once(child, 'spawn')
  try {
    makeRoom(child.pid!, 7)
    expect(getPriority(child.pid)).toBe(7)
    const group = `/proc/${child.pid}/autogroup`
    if (existsSync(group)) expect(readFileSync(group, 'utf8')).toMatch(/ nice 7$/m)
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
})

test('a process that has ended is no error', async () => {
  const child = spawn('true')
  await once(child, 'exit')
  expect(() => makeRoom(child.pid!, 7)).not.toThrow()
})
