import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FleetWithSite, startFleetWithSite } from '@gleaner/devstack/testing/fleet-with-site'
import { type OwnSite, startOwnSite } from '@gleaner/target-site/sites/own-site'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'

const PACKAGE = join(import.meta.dirname, '..')

/** What a page may call itself to get into the log, the outputs or the summary. */
const HOSTILE = [
  'One\n::error::seized\n::add-mask::a',
  'Two\r\n##[command]seized',
  'Three\nghadelimiter\ncredits=0\nfiles<<EOF\n[]\nEOF',
  'Four | <img src=https://evil.example/x> ![x](https://evil.example/y) [z](javascript:z) `</td>`',
  'Five\u2028::warning::seized\u0085::notice::seized\u202e',
]

let built: string
let fleet: FleetWithSite
let hostile: OwnSite
beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'gleaner-action-built-'))
  await run('build.mjs', ['--out', built], { PATH: process.env.PATH }, PACKAGE)
  fleet = await startFleetWithSite()
  hostile = await startOwnSite(({ url }) => {
    const title = HOSTILE[Number(url.pathname.slice(1))]
    const text = 'A page of some sentences, so that it is one. '.repeat(20)
    const escaped = title?.replace(/&/g, '&amp;').replace(/</g, '&lt;')
    return title && `<!doctype html><title>${escaped}</title><main><h1>A page</h1><p>${text}</p></main>`
  }, fleet)
})
afterAll(async () => {
  await fleet?.close()
  await hostile.close()
  await rm(built, { recursive: true, force: true })
})

let workspace: string
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'gleaner-action-'))
})
afterEach(() => rm(workspace, { recursive: true, force: true }))

interface Ended {
  code: number
  log: string
}

function run(
  script: string,
  args: string[],
  env: Record<string, string | undefined>,
  cwd: string,
): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env, cwd, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, log: stdout + stderr }),
    )
  })
}

/** As the runner does it: with the defaults of action.yml, the inputs as variables, and files for what comes out. */
async function runStep(inputs: Record<string, string>) {
  const manifest = parse(await readFile(join(PACKAGE, 'action.yml'), 'utf8'))
  expect(Object.keys(manifest.inputs)).toEqual(expect.arrayContaining(Object.keys(inputs)))
  const given: Record<string, string> = {
    'api-key': fleet.info.api_key,
    'base-url': new URL(fleet.info.base_url).origin,
    ...inputs,
  }
  const values = Object.entries(manifest.inputs as Record<string, { default?: string }>).map(
    ([name, { default: usual = '' }]) => [`INPUT_${name.toUpperCase()}`, given[name] ?? usual],
  )
  const files = {
    GITHUB_OUTPUT: join(workspace, '.output'),
    GITHUB_STEP_SUMMARY: join(workspace, '.summary'),
  }
  for (const path of Object.values(files)) await writeFile(path, '')
  const env = { PATH: process.env.PATH, GITHUB_WORKSPACE: workspace, ...files, ...Object.fromEntries(values) }
  const main = manifest.runs.main.replace(/^dist\//, '')
  const ended = await run(join(built, main), [], env, workspace)
  return {
    ...ended,
    outputs: readOutputs(await readFile(files.GITHUB_OUTPUT, 'utf8')),
    summary: await readFile(files.GITHUB_STEP_SUMMARY, 'utf8'),
    declared: Object.keys(manifest.outputs),
  }
}

/** As the runner reads them. */
function readOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {}
  const lines = text.split(/\r?\n/)
  for (let at = 0; at < lines.length; at++) {
    const [, name, delimiter] = /^([^=]+?)<<(.+)$/.exec(lines[at]!) ?? []
    if (name === undefined) {
      const [, plain, value] = /^([^=]+)=(.*)$/.exec(lines[at]!) ?? []
      if (plain !== undefined) outputs[plain] = value!
      continue
    }
    const end = lines.indexOf(delimiter!, at)
    outputs[name] = lines.slice(at + 1, end).join('\n')
    at = end
  }
  return outputs
}

const sample = (path: string) => fleet.info.sample_site + path
const read = (path: string) => readFile(join(workspace, path), 'utf8')

describe('a step', () => {
  test('scrapes pages into files, and says which', async () => {
    const { code, outputs, declared, summary } = await runStep({
      urls: `${sample('/plain')}\n${sample('/product')}`,
      formats: 'markdown, links',
      schema: '{"name": "string", "price": "number"}',
      output: 'data/pages',
    })
    expect(code).toBe(0)
    expect(Object.keys(outputs)).toEqual(declared)
    const names = (await readdir(join(workspace, 'data/pages'))).sort()
    const host = new URL(fleet.info.sample_site).host.replace(':', '-')
    expect(names).toEqual(
      [
        ...['plain', 'product'].flatMap((page) =>
          ['data.json', 'links.json', 'md'].map((end) => `${host}-${page}.${end}`),
        ),
        'index.json',
      ].sort(),
    )
    expect(JSON.parse(outputs.files!).sort()).toEqual(names.map((name) => `data/pages/${name}`))
    expect(await read(`data/pages/${host}-plain.md`)).toContain('# ')
    expect(JSON.parse(await read(`data/pages/${host}-product.data.json`))).toMatchObject({
      price: expect.any(Number),
    })
    expect(JSON.parse(await read('data/pages/index.json'))).toEqual(
      JSON.parse(outputs['job-ids']!).map((jobId: string) =>
        expect.objectContaining({ jobId, title: expect.any(String), credits: expect.any(Number) }),
      ),
    )
    expect(Number(outputs.credits)).toBeGreaterThan(0)
    expect(outputs.failed).toBe('0')
    expect(summary).toContain('2 pages, 0 failed')
  })

  test('crawls a site', async () => {
    const { code, outputs } = await runStep({ crawl: fleet.site.url, 'max-pages': '4' })
    expect(code).toBe(0)
    expect(JSON.parse(outputs.files!)).toHaveLength(5)
  })

  test.each([
    ['any', 1],
    ['all', 0],
    ['never', 0],
  ])('of which a page fails ends by fail-on: %s', async (failOn, expected) => {
    const urls = `${sample('/plain')} ${sample('/status/500')}`
    const { code, log, outputs, summary } = await runStep({ urls, 'fail-on': failOn })
    expect(code).toBe(expected)
    expect(/^::error /m.test(log)).toBe(expected === 1)
    expect(outputs.failed).toBe('1')
    expect(summary).toContain('1 failed')
    expect(JSON.parse(outputs.files!)).toHaveLength(2)
  })

  test('of which all pages fail, fails', async () => {
    const { code } = await runStep({ urls: sample('/status/500'), 'fail-on': 'all' })
    expect(code).toBe(1)
  })

  test.each<[Record<string, string>, string]>([
    [{}, 'Name either `urls`'],
    [{ urls: 'https://a.example', crawl: 'https://a.example' }, 'Name either `urls`'],
    [{ urls: 'https://a.example', 'api-key': '' }, '`api-key` is empty'],
    [{ urls: 'https://a.example', schema: '{"a": ' }, '`schema` has to be a JSON object'],
    [{ urls: 'https://a.example', output: '../elsewhere' }, '`output` has to be a folder below'],
    [{ urls: 'https://a.example', 'fail-on': 'some' }, '`fail-on` has to be one of any, all, never'],
    [{ crawl: 'https://a.example', 'max-pages': 'many' }, '`max-pages` has to be a whole number'],
    [{ urls: 'ftp://a.example' }, 'urls[0]'],
    [{ urls: 'https://a.example', 'api-key': 'sk_live_wrong00000000000000000000000000000' }, 'key'],
  ])('with %o says what is wrong', async (inputs, words) => {
    const { code, log } = await runStep(inputs)
    expect(code).toBe(1)
    expect(log).toContain('::error title=Gleaner::')
    expect(log).toContain(words)
    expect(log).not.toMatch(/^\s+at /m)
  })

  test('masks the key before anything else, and never shows it again', async () => {
    const { log } = await runStep({ urls: sample('/plain') })
    const [first, ...rest] = log.split('\n')
    expect(first).toBe(`::add-mask::${fleet.info.api_key}`)
    expect(rest.join('\n')).not.toContain(fleet.info.api_key)
  })
})

describe('what a page calls itself', () => {
  test('is no command, no output, and in the summary no more than text', async () => {
    const urls = HOSTILE.map((_, number) => new URL(`/${number}`, hostile.url).href)
    const { code, log, outputs, declared, summary } = await runStep({ urls: urls.join('\n') })
    expect(code).toBe(0)
    const titles = (JSON.parse(await read('gleaner/index.json')) as { title: string }[]).map(
      ({ title }) => title,
    )
    expect(titles.join()).toMatch(/seized.*evil\.example/s)
    const lines = log.split(/[\r\n\u2028\u2029\u0085]/).filter(Boolean)
    expect(lines.slice(1).filter((line) => !line.startsWith('- Done: '))).toEqual([])
    expect(lines).toHaveLength(1 + HOSTILE.length)
    expect(Object.keys(outputs)).toEqual(declared)
    expect(Number(outputs.credits)).toBeGreaterThan(0)
    const rows = summary.split('\n').filter((line) => line.startsWith('| http'))
    expect(rows).toHaveLength(HOSTILE.length)
    for (const row of rows) {
      expect(row.match(/(?<!\\)\|/g)).toHaveLength(5)
      expect(row).not.toMatch(/(?<!\\)[[\]`!<>]/)
    }
  })
})
