import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eventually } from '@gleaner/testkit/eventually'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Fleet } from '../fleet.ts'
import { FLEET_UNDER_TEST } from '../testing/fleet-under-test.ts'
import { asModule, lacking, parseShown, type Sample, samplesOf, scriptOf } from './sample-code.ts'
import type { StackUnderTest } from './stack-under-test.ts'

/** Bare imports of samples are found from here. */
const PACKAGE = join(import.meta.dirname, '../..')

let folder: string
let fleet: Fleet
let port: number

// Nothing but our own machine is reached from here: samples about other sites get a test key, which answers any address from sample pages.
const ofOtherSites = [
  'docs/guides/scrape.md',
  'docs/guides/batches.md',
  'docs/guides/crawl.md',
  'docs/guides/accounts.md',
]
const ofTheSampleSite = ['docs/guides/sessions.md', 'README.md']

/** Runs the samples of the documents. `receiverPort`: where those of webhooks listen, which the fleet must be allowed to reach. */
export function describeSamples(running: () => StackUnderTest, receiverPort: () => number): void {
  describe('samples of the documents', () => {
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'gleaner-samples-'))
      await symlink(running().home, join(folder, '.gleaner'))
      fleet = running().fleet
      port = receiverPort()
    })
    afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }))

    test.each(ofOtherSites)('the samples of %s run as they stand', async (document) => {
      await runSamples(samplesOf(document), fleet.info.test_key)
    })

    test.each(ofTheSampleSite)('the samples of %s run as they stand', async (document) => {
      await runSamples(samplesOf(document), fleet.info.api_key)
    })

    test('the receiver of docs/guides/webhooks.md takes what is genuine, and its commands run as they stand', async () => {
      const samples = samplesOf('docs/guides/webhooks.md')
      const receiver = samples.find(({ language }) => language === 'js')!
      const stop = await startReceiver(receiver.text, await secret())
      try {
        const { stdout } = await runSamples(without(samples, receiver), fleet.info.api_key)
        expect(stdout).toContain('"success":true')
      } finally {
        await stop()
      }
    })

    test('the receiver of docs/guides/webhooks.md refuses what is forged', async () => {
      const [receiver] = samplesOf('docs/guides/webhooks.md').filter(({ language }) => language === 'js')
      const stop = await startReceiver(receiver!.text, `whsec_${Buffer.alloc(32).toString('base64')}`)
      try {
        const { status } = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: '{}' })
        expect(status).toBe(401)
      } finally {
        await stop()
      }
    })
  })
}

async function runSamples(samples: Sample[], key: string): Promise<{ stdout: string }> {
  const replies = await mkdtemp(join(folder, 'replies-'))
  const { base_url, sample_site } = fleet.info
  const env = {
    ...FLEET_UNDER_TEST,
    API: base_url,
    KEY: key,
    SAMPLE: sample_site,
    RECEIVER: `http://127.0.0.1:${port}`,
    PACKAGE,
    FOLDER: replies,
    LAST: join(replies, 'last'),
  }
  const run = promisify(execFile)('bash', ['-c', scriptOf(samples)], { cwd: folder, env })
  const { stdout } = await run.catch(({ stdout, stderr }) => {
    throw new Error(`a sample has failed: ${stderr}\n${String(stdout).slice(-2_000)}`)
  })
  expect(await unlikeShown(samples, replies)).toEqual([])
  return { stdout }
}

async function unlikeShown(samples: Sample[], replies: string): Promise<string[]> {
  const faults = samples.map(async ({ language, text }, index) =>
    language === 'jsonc'
      ? lacking(parseShown(text), JSON.parse(await readFile(join(replies, `reply-${index}.json`), 'utf8')))
      : [],
  )
  return (await Promise.all(faults)).flat()
}

const without = (samples: Sample[], left: Sample) => samples.filter((sample) => sample !== left)

async function secret(): Promise<string> {
  const { base_url, api_key } = fleet.info
  const reply = await fetch(`${base_url}/webhooks/secret`, { headers: { 'X-API-Key': api_key } })
  return ((await reply.json()) as { secret: string }).secret
}

async function startReceiver(text: string, secret: string): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', asModule(text)], {
    cwd: PACKAGE,
    env: { ...FLEET_UNDER_TEST, PORT: String(port), WEBHOOK_SECRET: secret },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  await eventually(() => fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: '' }))
  return async () => {
    child.kill()
    await ended
  }
}
