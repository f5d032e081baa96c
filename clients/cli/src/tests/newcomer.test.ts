import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type CliFleet, startCliFleet } from '../testing/run-cli.ts'

// Ten tasks of somebody who has just installed the command.

let fleet: CliFleet
let site: string
beforeAll(async () => {
  fleet = await startCliFleet()
  site = fleet.site
})
afterAll(() => fleet.stop())

const run = (...args: string[]) => fleet.cli.run(args)
const at = (name: string) => join(fleet.cli.home, name)
const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test('1: a page as Markdown', async () => {
  const ran = await run('scrape', `${site}/plain`)
  expect(ran).toEqual({ code: 0, stdout: expect.stringMatching(/^# The swing bridge[\s\S]*\n$/), stderr: '' })
  expect((await run('scrape', `${site}/plain`, '-o', 'page.html')).code).toBe(0)
  expect(await readFile(at('page.html'), 'utf8')).toContain('<h1>')
  const { stdout } = await run('scrape', `${site}/plain`, '--json')
  expect(JSON.parse(stdout)).toMatchObject({ status_code: 200, billing: { tier_used: '1' } })
})

test('2: a screenshot and a PDF', async () => {
  const ran = await run('scrape', `${site}/plain`, '--screenshot', 'shot.png', '--pdf', 'page.pdf')
  expect(ran).toEqual({ code: 0, stdout: '', stderr: '' })
  expect((await readFile(at('shot.png'))).subarray(1, 4).toString()).toBe('PNG')
  expect((await readFile(at('page.pdf'))).subarray(0, 5).toString()).toBe('%PDF-')
})

test('3: the pages of a CSV, of which one line is bad', async () => {
  const rows = [`${site}/plain,a`, 'no address,b', `${site}/article,c`, 'http://169.254.169.254/,d']
  await writeFile(at('pages.csv'), `url,external_id\n${rows.join('\n')}\n`)
  const { code, stdout, stderr } = await run('batch', 'pages.csv')
  expect(code).toBe(7)
  expect(stderr).toMatch(/line 3 is left out[^\n]*no address,b\n[\s\S]*169\.254[^\n]* is left out/)
  expect(linesOf(stdout).map(({ external_id, markdown }) => [external_id, markdown.length > 100])).toEqual([
    ['a', true],
    ['c', true],
  ])
})

test('4: a site into a folder, and the rest of it later', async () => {
  const { code, stdout } = await run('crawl', `${site}/docs`, '--out', 'site', '--max-pages', '5')
  expect([code, stdout]).toEqual([0, ''])
  const index = linesOf(await readFile(at('site/gleaner-pages.jsonl'), 'utf8'))
  expect(index).toHaveLength(5)
  for (const { files } of index) {
    expect(files).toHaveLength(1)
    expect((await stat(at(`site/${files[0]}`))).size).toBeGreaterThan(20)
  }
  const host = (await readdir(at('site'))).find((name) => name.startsWith('127.0.0.1'))!
  expect(await readFile(at(`site/${host}/docs.md`), 'utf8')).toContain('# Reading sensors')
  // As if it had been ended after three pages, in the middle of a line.
  const kept = index.slice(0, 3).map((line) => JSON.stringify(line))
  await writeFile(at('site/gleaner-pages.jsonl'), `${kept.join('\n')}\n{"url":"htt\n`)
  expect((await run('crawl', '--resume', '--out', 'site')).code).toBe(0)
  const again = (await readFile(at('site/gleaner-pages.jsonl'), 'utf8'))
    .split('\n')
    .filter((line) => line.endsWith('}'))
  expect(again.map((line) => JSON.parse(line).url).sort()).toEqual(index.map(({ url }) => url).sort())
})

test('5: the addresses of a site in a file', async () => {
  expect((await run('map', site, '-o', 'map.txt')).code).toBe(0)
  const addresses = (await readFile(at('map.txt'), 'utf8')).trim().split('\n')
  expect(addresses.length).toBeGreaterThan(20)
  for (const address of addresses) expect(URL.canParse(address)).toBe(true)
})

test('6: a search', async () => {
  const { code, stdout } = await run('search', 'swing', 'bridge', '-n', '3')
  expect(code).toBe(0)
  const [first] = linesOf(stdout)
  expect(first).toMatchObject({ position: 1, url: expect.stringContaining(site) })
})

test('7: data by a schema', async () => {
  await writeFile(at('schema.json'), '{"name": "string", "price": "number"}')
  const { code, stdout } = await run('extract', `${site}/product`, '--schema', 'schema.json')
  expect([code, JSON.parse(stdout)]).toEqual([0, { name: expect.any(String), price: 89.5 }])
  const scraped = await run('scrape', `${site}/product`, '--schema', '{"price": "number"}')
  expect(JSON.parse(scraped.stdout)).toEqual({ price: 89.5 })
})

test('8: what a file says', async () => {
  await writeFile(
    at('notes.html'),
    '<title>Notes</title><main><h1>Notes</h1><p>Buy two ropes, of hemp.</p></main>',
  )
  expect((await run('parse', 'notes.html')).stdout).toContain('# Notes\n\nBuy two ropes')
  const piped = await fleet.cli.run(['parse', '-', '--name', 'a.html'], { input: '<h1>Piped</h1><p>in</p>' })
  expect(piped.stdout).toContain('# Piped')
})

test('9: what was used, and who one is', async () => {
  const usage = JSON.parse((await run('usage')).stdout)
  expect(usage.usage.requests.successful).toBeGreaterThan(5)
  expect(usage.balance.available_credits).toBeGreaterThan(0)
  expect((await run('usage', '--by', 'tier')).stdout).toMatch(/^\{/)
  expect(JSON.parse((await run('whoami')).stdout)).toMatchObject({ me: { email: fleet.info.user.email } })
})

test('10: why a page failed', async () => {
  const failed = await run('scrape', `${site}/redirect-loop`)
  expect([failed.code, failed.stdout]).toEqual([7, ''])
  expect(failed.stderr).toMatch(/^error: No tier delivered the page[^\n]*redirects[^\n]*\n$/)
  const [job] = linesOf((await run('jobs', 'list', '--status', 'failed')).stdout)
  expect(job.url).toBe(`${site}/redirect-loop`)
  const shown = await fleet.cli.run(['jobs', 'get', job.id], { terminal: true })
  expect(shown.stdout).toMatch(/ALL_TIERS_FAILED[\s\S]*tier +result +seconds +credits +reason/)
})
