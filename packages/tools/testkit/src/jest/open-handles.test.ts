import { once } from 'node:events'
import { createServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { type OpenHandles, watchOpenHandles } from './open-handles.ts'

test('a server and a timer are told until they are closed, what keeps nothing alive is not', async () => {
  const handles = watchOpenHandles()
  const server = createServer().listen(0, '127.0.0.1')
  const timer = setTimeout(() => {}, 60_000) // keeps a process alive
  const quiet = setTimeout(() => {}, 60_000).unref() // keeps nothing alive
  await once(server, 'listening')
  const open = handles.list()
  server.close()
  clearTimeout(timer)
  await once(server, 'close')
  const closed = await listWhenGone(handles)
  clearTimeout(quiet)
  handles.stop()
  expect(open).toEqual(expect.arrayContaining(['1 TCPServerWrap']))
  expect(open.join('\n')).toContain('open-handles.test.ts')
  expect(closed).toEqual([])
})

/** What is closed is gone some turns of the event loop later. */
async function listWhenGone(handles: OpenHandles): Promise<string[]> {
  for (let turn = 0; turn < 1_000 && handles.list().length > 0; turn++) await setImmediate()
  return handles.list()
}
