import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from '@jest/globals'
import { withTimeout } from './deadline.ts'
import { sleep } from './time.ts'

const MAIN = new URL('testing/sample-main.ts', import.meta.url).pathname
let child: ChildProcess
let output = ''

function start(env: Record<string, string> = {}): void {
  output = ''
  child = spawn(process.execPath, [MAIN], {
    env: {
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      OPS_PORT: '0',
      STOP_TIMEOUT_MS: '300',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data))
}

const ready = () => withTimeout('getting ready', 25_000, () => once(child, 'message'))
const ended = async () => {
  const outputRead = ['stdout', 'stderr'].map((name) => once(child[name as 'stdout']!, 'close'))
  const [code, signal] = await withTimeout('ending', 25_000, () => once(child, 'exit'))
  await Promise.all(outputRead)
  return signal ?? code
}

afterEach(() => void child.kill('SIGKILL'))

describe('run', () => {
  test('tells its parent when it is ready, and on SIGTERM stops the service and exits with 0', async () => {
    start()
    const [message] = await ready()
    expect(message).toMatchObject({ type: 'ready', opsPort: expect.any(Number) })
    child.kill('SIGTERM')
    expect(await ended()).toBe(0)
    expect(output).toContain('handed back what it held')
  })

  test('stops when its parent disappears', async () => {
    start()
    await ready()
    child.disconnect()
    expect(await ended()).toBe(0)
    expect(output).toContain('the parent is gone')
  })

  test('gives up on a service that does not stop in time', async () => {
    start({ FAULT: 'stuck' })
    await ready()
    child.kill('SIGTERM')
    expect(await ended()).toBe(1)
    expect(output).toContain('stopping took longer than 300 ms')
  })

  test('takes a second SIGTERM for the same wish, and SIGINT for not wanting to wait', async () => {
    start({ FAULT: 'stuck', STOP_TIMEOUT_MS: '60s' })
    await ready()
    child.kill('SIGTERM')
    await withTimeout('beginning to stop', 25_000, async (signal) => {
      // Asked again and again.
      while (!output.includes('stopping')) await sleep(10, signal)
    })
    child.kill('SIGTERM')
    // Time in which it would end.
    await sleep(200)
    expect(child.exitCode).toBeNull()
    child.kill('SIGINT')
    expect(await ended()).toBe(130)
  })

  test.each([
    ['start', 'no database', 'start'],
    ['throw', 'thrown by a timer', 'uncaughtException'],
    ['reject', 'nobody waits for this', 'unhandledRejection'],
  ])(
    'ends with 1 and one fatal line after an error nobody answers for (%s)',
    async (FAULT, message, during) => {
      start({ FAULT })
      expect(await ended()).toBe(1)
      const fatal = output.split('\n').filter((line) => line.includes('"fatal"'))
      expect(fatal).toHaveLength(1)
      expect(JSON.parse(fatal[0]!)).toMatchObject({ service: 'sample', during, err: { message } })
    },
  )

  test('answers wrong settings with a message for people and exit code 1', async () => {
    start({ FAULT: 'everything', OPS_PORT: 'x' })
    expect(await ended()).toBe(1)
    expect(output).toContain('OPS_PORT: must be a whole number from 0 to 65535')
  })

  test('says which setting to change when its ops port is taken', async () => {
    start()
    const [message] = await ready()
    const first = child
    start({ OPS_PORT: String((message as { opsPort: number }).opsPort) })
    expect(await ended()).toBe(1)
    expect(output).toContain('set OPS_PORT to a free port')
    first.kill('SIGKILL')
  })
})
