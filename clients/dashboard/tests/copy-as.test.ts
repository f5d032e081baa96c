import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pythonWith, runPython } from '@gleaner/testkit/python'
import { where } from '@gleaner/testkit/where'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Dashboard, openDashboard } from './open-dashboard.ts'

const run = promisify(execFile)
const CLI = join(import.meta.dirname, '../../cli/src/bin.ts')

/** Requests whose texts are no easy ones for a shell, and of every kind of value. */
const REQUESTS: Readonly<Record<string, (site: string) => URLSearchParams>> = {
  'a page': (site) => new URLSearchParams({ url: `${site}/article` }),
  'texts that shells and languages read': (site) =>
    new URLSearchParams({
      url: `${site}/article?q=it's&$HOME=\`id\`&"x"=\\n`,
      formats: 'markdown,links',
      'advanced.exclude_selectors': `[title="it's $HOME"]\n.é😀`,
      'advanced.user_agent': `It's "me" \\ $(id) \`id\``,
      'cost_controls.max_credits': '2.5',
      'cost_controls.prefer_cost': 'true',
      'advanced.only_main_content': 'true',
      'location.language': 'de',
      cache_ttl: '120',
    }),
  'fields that were pointed at': (site) =>
    new URLSearchParams({
      url: `${site}/listing`,
      fields: JSON.stringify({
        fields: { title: { selector: 'h1' } },
        list: {
          name: 'items',
          selector: '.card',
          fields: { "it's": { selector: '.price', type: 'number' } },
        },
      }),
    }),
}

let dashboard: Dashboard
let folder: string
beforeAll(async () => {
  dashboard = await openDashboard()
  // In the folder of the dashboard, which has the SDK.
  folder = await mkdtemp(join(import.meta.dirname, '.copies-'))
  await writeFile(join(folder, 'gleaner'), `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`)
  await chmod(join(folder, 'gleaner'), 0o755)
})
afterAll(async () => {
  await dashboard?.stop()
  await rm(folder, { recursive: true, force: true })
})

const env = () => ({
  PATH: `${folder}:${process.env.PATH}`,
  HOME: tmpdir(),
  GLEANER_API_KEY: dashboard.info.api_key,
})

const shell = async (text: string) => (await run('/bin/sh', ['-c', text], { env: env() })).stdout

/** How a person runs each; it prints the whole reply. */
const RUNS: Readonly<Record<string, (text: string) => Promise<string>>> = {
  curl: shell,
  CLI: shell,
  async TypeScript(text) {
    const file = join(folder, 'copied.mts')
    await writeFile(file, text)
    return (await run(process.execPath, [file], { env: env() })).stdout
  },
  async Python(text) {
    const file = join(folder, 'copied.py')
    await writeFile(file, text)
    return await runPython([file], { env: { GLEANER_API_KEY: dashboard.info.api_key } })
  },
}

/** What does not differ from one time to the next. */
function contentIn(printed: string): unknown {
  const { error, content, filtered_content, status_code, title } = JSON.parse(printed)
  return { error, content, filtered_content, status_code, title }
}

async function snippetOf(name: string, search: URLSearchParams): Promise<string> {
  const { page } = await dashboard.open(`/?${search}`)
  await page.locator(`::-p-xpath(//button[normalize-space()="${name}"])`).click()
  const text = await page.waitForSelector('.copyable.block pre')
  const snippet = await text!.evaluate((element) => element.textContent)
  await page.close()
  return snippet!
}

describe.each(Object.entries(REQUESTS))('the copy of %s', (_, make) => {
  const given = () => make(dashboard.info.sample_site)
  let wanted: unknown
  beforeAll(async () => {
    wanted = contentIn(await shell(await snippetOf('curl', given())))
    expect(wanted).toMatchObject({ error: undefined, status_code: 200 })
  })

  test.each(['TypeScript', 'CLI'])('as %s, run as it is shown, gives what curl gives', async (name) => {
    expect(contentIn(await RUNS[name]!(await snippetOf(name, given())))).toEqual(wanted)
  })

  where(pythonWith('httpx', 'pydantic')).test('as Python likewise', async () => {
    expect(contentIn(await RUNS.Python!(await snippetOf('Python', given())))).toEqual(wanted)
  })
})
