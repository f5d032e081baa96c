import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, where } from '@gleaner/testkit/where'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type FirecrawlStack, startFirecrawlStack } from './firecrawl-stack.ts'
import { getPackage, runCases } from './their-cases.ts'

/** The stand-in site is at the port that addresses with https have. */
where(root).describe('the published clients of Firecrawl', () => {
  let folder: string
  let stack: FirecrawlStack
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gleaner-clients-'))
    stack = await startFirecrawlStack()
  })
  afterAll(async () => {
    await stack.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('pass the cases that firecrawl-js brings', async () => {
    const unpacked = await getPackage(folder, '@mendable/firecrawl-js', '4.42.0')
    const env = {
      TEST_URL: stack.url,
      FIRECRAWL_API_URL: stack.url,
      TEST_API_KEY: stack.key,
      FIRECRAWL_API_KEY: stack.key,
    }
    const cases = await runCases(unpacked, 'src/__tests__/e2e/v2/.*\\.test\\.ts', env)
    expect(cases.filter(({ status }) => status !== 'passed')).toEqual([])
    expect(cases).toHaveLength(55)
  })
})
