import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, test } from '@jest/globals'
import { createResponsive } from './responsive.ts'

/** What answers, or does not, under a clock that the test moves. */
function responsiveAt(deadlineMs: number) {
  let time = 1_000
  let asked = 0
  const changes: (string | undefined)[] = []
  const onChange = (error: Error | undefined) => changes.push(error?.message)
  const { ask } = createResponsive({ deadlineMs, onChange }, () => time)
  return {
    changes,
    asked: () => asked,
    pass(ms: number) {
      time += ms
    },
    ask: (answer: () => Promise<string>) =>
      ask(() => {
        asked++
        return answer()
      }),
  }
}

const answers = async () => 'here'
const breaks = async () => {
  throw new Error('away')
}

test('after an answer that stays out nothing is asked for as long as one is waited for', async () => {
  const { ask, asked, pass, changes } = responsiveAt(60_000)
  expect(await ask(breaks)).toBeUndefined()
  pass(59_999)
  expect(await ask(answers)).toBeUndefined()
  expect([asked(), changes]).toEqual([1, ['away']])
  pass(1)
  expect(await ask(answers)).toBe('here')
  expect([asked(), changes]).toEqual([2, ['away', undefined]])
})

test('then one asks at a time, until one is answered', async () => {
  const { ask, asked, pass, changes } = responsiveAt(60_000)
  await ask(breaks)
  pass(60_000)
  const { promise, reject } = Promise.withResolvers<string>()
  const trying = ask(() => promise)
  expect([await ask(answers), asked()]).toEqual([undefined, 2])
  pass(59_999)
  expect([await ask(answers), asked()]).toEqual([undefined, 2])
  reject(new Error('still away'))
  expect(await trying).toBeUndefined()
  pass(59_999)
  expect([await ask(answers), asked()]).toEqual([undefined, 2])
  pass(1)
  expect(await ask(answers)).toBe('here')
  expect(await Promise.all([ask(answers), ask(answers)])).toEqual(['here', 'here'])
  expect(changes).toEqual(['away', undefined])
})

test('one that was never answered keeps nobody from asking after its time', async () => {
  const { ask, asked, pass } = responsiveAt(60_000)
  await ask(breaks)
  pass(60_000)
  const { promise, resolve } = Promise.withResolvers<string>()
  const hanging = ask(() => promise)
  pass(60_000)
  expect([await ask(answers), asked()]).toEqual(['here', 3])
  resolve('late')
  expect(await hanging).toBe('late')
})

test('an answer that does not come is waited for so long, and said once', async () => {
  const { ask, changes } = responsiveAt(20)
  const hangs = () => new Promise<string>(() => {})
  expect(await Promise.all([ask(hangs), ask(hangs)])).toEqual([undefined, undefined])
  expect(changes).toEqual(['no answer within 20 ms'])
})

test('an answer that came while this process was busy is in time', async () => {
  await using ends = new AsyncDisposableStack()
  const server = createServer().listen(0, '127.0.0.1')
  ends.defer(() => void server.close())
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  ends.defer(() => void client.destroy())
  const [[accepted]] = await Promise.all([
    once(server, 'connection') as Promise<[Socket]>,
    once(client, 'connect'),
  ])
  ends.defer(() => void accepted.destroy())
  const { ask, changes } = responsiveAt(10)
  // Timers come next, before what has arrived is read.
  await new Promise(setImmediate)
  const asking = ask(async () => String(await once(client, 'data')))
  accepted.write('here')
  const busyUntil = performance.now() + 100
  while (performance.now() < busyUntil);
  expect(await asking).toBe('here')
  expect(changes).toEqual([])
})
