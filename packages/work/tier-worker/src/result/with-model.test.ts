import { uuidv7 } from '@gleaner/contracts'
import { claimJob, createJob, makePlan, readFinishedJob } from '@gleaner/jobs'
import { sealContext } from '@gleaner/llm/keys/open-llm-key'
import { eventually } from '@gleaner/testkit'
import { type LlmProvider, startLlmProvider } from '@gleaner/testkit/llm-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { handleTask } from '../handle-task.ts'
import { createWorkerFixture, type WorkerFixture } from '../testing/fixture.ts'

let fixture: WorkerFixture
let provider: LlmProvider
beforeAll(async () => {
  provider = await startLlmProvider()
  fixture = await createWorkerFixture()
  const id = uuidv7()
  const { pool, secretBox } = fixture.jobs
  await pool.query(
    `INSERT INTO llm_key (id, account_id, name, provider, base_url, model, secret)
     VALUES ($1, $2, 'k', 'custom', $3, 'm', $4)`,
    [id, fixture.accountId, provider.openaiUrl, secretBox.seal(provider.apiKey, sealContext(id))],
  )
})
afterAll(async () => {
  await fixture.close()
  await provider.close()
})
beforeEach(() => {
  provider.requests.length = 0
  provider.answerAll({ data: { items: ['later'] } })
})

const never = new AbortController().signal
const words = (count: number) =>
  `<main>${Array.from({ length: count }, (_, n) => `<p>${n}: some words of a page that goes on</p>`).join('')}</main>`

/** Accepts an extraction of a page that its caller has sent. */
async function accept(content: string): Promise<string> {
  const made = fixture.newJob({ extraction_prompt: 'List the items.', formats: ['json'] })
  const spec = {
    ...made.spec,
    url: 'about:content',
    extract: true as const,
    supplied: { type: 'html' as const },
  }
  const job = { ...made, spec, secrets: { body: content }, plan: makePlan(spec), cacheKey: undefined }
  await createJob(fixture.jobs, job)
  return job.id
}

const run = async (id: string, stopping = never) =>
  handleTask(fixture.context('1'), await fixture.taskOf(id), stopping)
const finished = async (id: string) => {
  const job = await readFinishedJob(fixture.jobs.pool, id)
  return job && { ...job.row, page: JSON.parse(job.page!) }
}
const keptAnswers = async (id: string) =>
  (await fixture.jobs.pool.query('SELECT FROM llm_answer WHERE job_id = $1', [id])).rowCount

describe('a job that a model reads', () => {
  test('asks it for nothing twice when its worker stops in the midst', async () => {
    const id = await accept(words(8_000))
    const stopping = new AbortController()
    provider.answerNext({ data: { items: ['a'] } }, { data: { items: ['b'] } }, 'drip')
    const stopped = run(id, stopping.signal)
    stopped.catch(() => {})
    await eventually(async () => expect(await keptAnswers(id)).toBe(2))
    stopping.abort()
    await expect(stopped).rejects.toThrow('interrupted')
    const before = provider.requests.length

    await run(id)
    const { status, page, costMicros } = (await finished(id))!
    const parts = Number(/part \d+ of (\d+)/.exec(provider.requests[0]!.prompt)![1])
    expect(provider.requests.length - before).toBe(parts - 2)
    expect([status, costMicros]).toEqual(['completed', 3_500])
    // The first requests are made together: which of them comes first is not known.
    expect(page.extraction_result.items.toSorted()).toEqual(['a', 'b', 'later'])
    expect(await keptAnswers(id)).toBe(0)
  })

  test('is read in a process of its own after its worker was killed, which never sees the key', async () => {
    const id = await accept(words(20))
    await claimJob(fixture.jobs, id, '1')
    await fixture.jobs.pool.query("UPDATE job SET lease_until = now() - interval '1 minute' WHERE id = $1", [
      id,
    ])
    await run(id)
    expect((await finished(id))!.page).toMatchObject({ extraction_method: 'llm', model_used: 'stand-in-1' })
    expect(provider.requests).toHaveLength(1)
  })

  test('is of no host, so that it waits for none', async () => {
    const id = await accept(words(20))
    expect(await fixture.taskOf(id)).toMatchObject({ host: null })
    await run(id)
    expect((await finished(id))!.page.final_url).toBe('about:content')
  })
})

describe('the format summary', () => {
  async function summarized(content: string, more: object = {}) {
    const made = fixture.newJob({ formats: ['markdown', 'summary'], ...more })
    const spec = { ...made.spec, url: 'about:content', supplied: { type: 'html' as const } }
    const job = { ...made, spec, secrets: { body: content }, plan: makePlan(spec), cacheKey: undefined }
    await createJob(fixture.jobs, job)
    await run(job.id)
    return (await finished(job.id))!
  }

  test('is one text beside the other formats, priced once', async () => {
    provider.answerAll({ data: { summaries: ['It "sells" $& lamps.', 'They are bright.'] } })
    const { page, costMicros } = await summarized(words(20))
    expect(page.content).toEqual({
      markdown: expect.stringContaining('some words of a page'),
      summary: 'It "sells" $& lamps. They are bright.',
    })
    expect(page).toMatchObject({ extraction_method: 'algorithmic', summary_metadata: { mode: 'byok' } })
    expect([costMicros, page.extraction_result, page.warnings]).toEqual([1_000, undefined, undefined])
    expect(provider.requests).toHaveLength(1)
  })

  test('of a page in parts is made of the summaries of its parts', async () => {
    provider.answerNext({ data: { summaries: ['of one'] } }, { data: { summaries: ['of another'] } })
    provider.answerAll({ data: { summaries: ['of a part'] } })
    const { page, costMicros } = await summarized(words(8_000))
    const last = provider.requests.at(-1)!.prompt
    for (const part of ['of one', 'of another', 'of a part']) expect(last).toContain(part)
    expect(last).not.toContain('some words')
    expect([page.content.summary, costMicros]).toEqual(['of a part', 1_000])
  })

  test('stands beside what a prompt asks for, and each is paid for alone', async () => {
    provider.answerNext({ data: { items: ['a'] } }, { data: { summaries: ['Both.'] } })
    const { page, costMicros } = await summarized(words(20), { extraction_prompt: 'List the items.' })
    expect(page).toMatchObject({
      extraction_method: 'llm',
      extraction_result: { items: ['a'] },
      content: { summary: 'Both.' },
    })
    expect(costMicros).toBe(2_000)
  })

  test.each<[string, object]>([
    ['no text', { data: { summaries: [' '] } }],
    ['another form', { data: { summaries: 3 } }],
  ])('is null where the model gives %s, which is said and not paid for', async (_, answer) => {
    provider.answerAll(answer as never)
    const { status, page, costMicros } = await summarized(words(20))
    expect([status, costMicros, page.content.summary]).toEqual(['completed', 0, null])
    expect(page.warnings).toEqual([expect.stringContaining('content.summary is null')])
  })
})
