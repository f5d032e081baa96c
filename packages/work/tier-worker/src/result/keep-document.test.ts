import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFinishedJob } from '@gleaner/jobs'
import { pdf } from '@gleaner/target-site/make/pdf'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { handleTask } from '../handle-task.ts'
import { createWorkerFixture, type WorkerFixture } from '../testing/fixture.ts'
import { createArtifacts } from './artifacts.ts'

let fixture: WorkerFixture
/** Serves a PDF above a megabyte. */
let large: Server
beforeAll(async () => {
  fixture = await createWorkerFixture()
  const small = pdf('Harbour rules', [['Harbour rules', 'Moor before eight.']])
  // A comment, behind which the end stands once more.
  const end = small.subarray(small.lastIndexOf('startxref'))
  const bytes = Buffer.concat([small, Buffer.from(`%${'x'.repeat(1_100_000)}\n`), end])
  large = createServer((_, response) => response.setHeader('content-type', 'application/pdf').end(bytes))
  await new Promise<void>((resolve) => large.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  large.closeAllConnections()
  large.close()
  await fixture.close()
})
const largeUrl = () => `http://127.0.0.1:${(large.address() as AddressInfo).port}/`

/** The job of a page, and what its page says of a document. */
async function delivered(path: string, request = {}) {
  const id = await fixture.accept({ url: new URL(path, fixture.site.url).href, mode: 'ocr', ...request })
  await handleTask(fixture.context('1'), await fixture.taskOf(id), new AbortController().signal)
  const job = (await readFinishedJob(fixture.jobs.pool, id))!
  return { id, status: job.row.status, link: JSON.parse(job.page ?? '{}').document_url }
}

const DOCUMENTS = [
  ['/pdf', 'pdf'],
  ['/docx', 'docx'],
  ['/xlsx', 'xlsx'],
  ['/photo-with-text.png', 'png'],
  // It says that it is a page.
  ['/wrong-type?kind=png', 'png'],
] as const

test.each(DOCUMENTS)('%s is kept as the file that it is, byte for byte', async (path, extension) => {
  const { id, link } = await delivered(path, { cache: true })
  const key = `${id}/document.${extension}`
  expect(link).toBe(`https://files.invalid/${key}`)
  const sent = Buffer.from(await (await fetch(fixture.site.url + path)).arrayBuffer())
  expect(Buffer.compare(fixture.stored.get(key)!, sent)).toBe(0)
})

test.each([
  ['a page', '/article', { cache: true }],
  ['what is in no batch and no cache', '/pdf', {}],
  ['a file that is larger than what is kept', '', { cache: true }],
])('%s is not kept', async (_, path, request) => {
  const before = fixture.stored.size
  expect(await delivered(path || largeUrl(), request)).toMatchObject({ status: 'completed', link: undefined })
  expect(fixture.stored.size).toBe(before)
})

test('one whose bytes are asked for as well is kept once: they are had by the same link', async () => {
  const stored: string[] = []
  const artifacts = createArtifacts(
    async (name) => {
      stored.push(name)
      return `https://files.invalid/${name}`
    },
    { maxDocumentBytes: 2_000_000 },
  )
  const id = await fixture.accept({ url: largeUrl(), cache: true, formats: ['bytes'] })
  const signal = new AbortController().signal
  await handleTask({ ...fixture.context('1'), artifacts }, await fixture.taskOf(id), signal)
  expect(stored).toEqual([`${id}/document.pdf`])
  const { content, document_url } = JSON.parse((await readFinishedJob(fixture.jobs.pool, id))!.page!)
  expect(document_url).toBe(`https://files.invalid/${id}/document.pdf`)
  expect(JSON.stringify(content.bytes)).toContain(`https://files.invalid/${id}/document.pdf`)
})
