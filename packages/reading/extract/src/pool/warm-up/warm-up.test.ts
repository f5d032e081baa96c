import { expect, test } from '@jest/globals'
import { extractJson } from '../../extract-json.ts'
import { SAMPLE_PAGES } from './sample-pages.ts'
import { warmUpTasks } from './warm-up.ts'

const tasks = [...warmUpTasks()]

test('every sample is read, and none needs the fall-back reader', async () => {
  for (const task of tasks) expect(await extractJson(task)).toMatchObject({ ok: true, foundNothing: false })
})

test('no two samples are the same page', () => {
  const pages = tasks.map(({ request }) => Buffer.from(request.body).toString())
  expect(new Set(pages).size).toBe(tasks.length)
})

test.each([
  ['the article', 0, 'Ann Reader'],
  ["the shop's page", 2, '49.9'],
])('%s says what it declares, so that the readers of it have run', async (_, index, says) => {
  const [task] = tasks
  const body = new TextEncoder().encode(SAMPLE_PAGES[index]!(10))
  const read = await extractJson({ ...task!, request: { ...task!.request, body } })
  expect(read).toMatchObject({ ok: true, json: expect.stringContaining(says) })
})
