import { readdir } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createExportsFixture, type ExportsFixture } from '../testing/fixture.ts'

/** Exporters are killed as processes, so each of these tests starts its own. */
let fixture: ExportsFixture
beforeAll(async () => {
  fixture = await createExportsFixture()
})
beforeEach(async () => {
  fixture.bucket.objects.clear()
  ;(fixture.bucket.uploads as Map<string, unknown>).clear()
  fixture.bucket.answer = undefined
  await fixture.s3()
})
afterAll(() => fixture.close())

const begins = ({ method, url }: IncomingMessage) => method === 'POST' && url!.endsWith('?uploads=')
const lists = ({ method, url }: IncomingMessage) => method === 'GET' && url!.includes('uploads=')
const jsonl = { format: 'jsonl' } as const

/** Kills the exporter that begins an upload once it has begun, before it knows; another one goes on if it may. */
function killAtBegin(times: number, goesOn = true): { kill(): Promise<void> } {
  let left = times
  const state = { kill: fixture.process() }
  fixture.bucket.answer = (message, response) => {
    if (!begins(message) || left === 0) return void fixture.bucket.serve(message, response)
    left--
    response.end = (() => {
      void state.kill().then(() => {
        if (goesOn || left > 0) state.kill = fixture.process()
      })
      return response
    }) as never
    void fixture.bucket.serve(message, response)
  }
  return state
}

const begun = () =>
  new Promise<void>((resolve) => {
    const { answer } = fixture.bucket
    fixture.bucket.answer = (message, response) => {
      answer!(message, response)
      if (begins(message)) resolve()
    }
  })

describe('an upload that a killed exporter has begun and not noted', () => {
  test('is abandoned by the next one, each time', async () => {
    const id = await fixture.begin(await fixture.pages(300), jsonl)
    const state = killAtBegin(2)
    const run = await fixture.until(id, 'completed', 'failed')
    await state.kill()
    expect(run).toMatchObject({ status: 'completed', rows: 300 })
    expect(fixture.bucket.uploads.size).toBe(0)
  })

  test('is abandoned when the export is cancelled meanwhile', async () => {
    const id = await fixture.begin(await fixture.pages(300), jsonl)
    const state = killAtBegin(1, false)
    await begun()
    await state.kill()
    expect(fixture.bucket.uploads.size).toBe(1)
    await fixture.cancel(id)
    const kill = fixture.process()
    await fixture.untilEnded(id)
    await kill()
    expect(fixture.bucket.uploads.size).toBe(0)
  })

  test('is left where it may be that of another export of the same, until that is known', async () => {
    const batchId = await fixture.pages(300)
    const [first, second] = [await fixture.begin(batchId, jsonl), await fixture.begin(batchId, jsonl)]
    const state = killAtBegin(1)
    const runs = [await fixture.until(first, 'completed'), await fixture.until(second, 'completed')]
    await state.kill()
    expect(runs.map(({ rows, error }) => [rows, error])).toEqual([
      [300, null],
      [300, null],
    ])
    expect(fixture.bucket.uploads.size).toBe(0)
    expect(fixture.object('.jsonl').toString().trimEnd().split('\n')).toHaveLength(300)
  })

  test('keeps no export from its end where the bucket does not let us list uploads', async () => {
    const id = await fixture.begin(await fixture.pages(300), jsonl)
    const state = killAtBegin(1)
    const { answer } = fixture.bucket
    let refused = 0
    fixture.bucket.answer = (message, response) => {
      if (!lists(message)) return answer!(message, response)
      refused++
      response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
    }
    expect(await fixture.until(id, 'completed', 'failed')).toMatchObject({ status: 'completed' })
    await state.kill()
    expect([refused, fixture.bucket.uploads.size]).toEqual([1, 1])
  })
})

test('an object whose upload the bucket forgets in its midst is written anew', async () => {
  let parts = 0
  fixture.bucket.answer = (message, response) => {
    if (message.method === 'PUT' && ++parts === 3) (fixture.bucket.uploads as Map<string, unknown>).clear()
    fixture.bucket.serve(message, response)
  }
  const kill = fixture.process()
  const id = await fixture.begin(await fixture.pages(300), jsonl)
  const run = await fixture.until(id, 'completed', 'failed')
  await kill()
  expect(run).toMatchObject({ status: 'completed', rows: 300 })
  expect(fixture.object('.jsonl').toString().trimEnd().split('\n')).toHaveLength(300)
})

test('a folder keeps nothing half-written of an export that was killed and cancelled', async () => {
  await fixture.destination({ type: 'folder', path: fixture.folder })
  const id = await fixture.begin(await fixture.pages(3_000), jsonl)
  const kill = fixture.process()
  await fixture.until(id, 'running')
  await fixture.untilPart(id)
  await kill()
  expect(await readdir(fixture.folder)).toEqual([`.gleaner-${id}`])
  await fixture.cancel(id)
  const again = fixture.process()
  await fixture.untilEnded(id)
  await again()
  expect(await readdir(fixture.folder)).toEqual([])
})
