import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, readlink, rm, stat } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { checkReply } from '@gleaner/contracts/testing/check-reply'
import { eventually } from '@gleaner/testkit/eventually'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { DevInfo } from '../dev-info.ts'
import { SERVICES } from '../services.ts'
import { descendants, isRunning, refusedStart, type Stack, startStack } from './run-stack.ts'

let home: string
let stack: Stack
let jobId: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'gleaner-home-'))
})
afterAll(async () => {
  stack?.child.kill('SIGKILL')
  await rm(home, { recursive: true, force: true, maxRetries: 20 })
})

async function runPrintedCurl(): Promise<{ job_id: string; content: { markdown: string } }> {
  const { stdout } = await promisify(execFile)('sh', ['-c', printedCurl().replace(/\|$/, '')])
  return JSON.parse(stdout)
}

/** The printed request, up to where its reply is made pretty. */
function printedCurl(): string {
  return printedLines()[0]!
}

/** The two lines that are printed to be tried. */
function printedLines(): string[] {
  const lines = stack.output.split('\n').map((line) => line.trim())
  const at = lines.findIndex((line) => line.startsWith('curl '))
  return lines.slice(at, at + 2)
}

async function get(info: DevInfo, path: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${info.base_url}${path}`, { headers: { 'X-API-Key': info.api_key } })
  const reply = { status: response.status, body: (await response.json()) as Record<string, unknown> }
  checkReply({ ...reply, method: 'GET', url: response.url, headers: response.headers })
  return reply
}

async function scrapeInBrowser(info: DevInfo): Promise<void> {
  const response = await fetch(`${info.base_url}/scrape`, {
    method: 'POST',
    headers: { 'X-API-Key': info.api_key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: `${info.sample_site}/article`, cost_controls: { force_tier: '4' } }),
  })
  expect(await response.json()).toMatchObject({ billing: { tier_used: '4' } })
}

/** The first line that a server sends back. */
async function answerTo(url: string, words: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(words)
  const [data] = await once(socket, 'data')
  socket.destroy()
  return String(data)
}

/** The addresses that a process listens on, in the notation of /proc/net/tcp; `0100007F` is 127.0.0.1. */
async function listeningAddresses(pid: number): Promise<string[]> {
  const links = await readdir(`/proc/${pid}/fd`)
  const targets = await Promise.all(links.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')))
  const rows = (
    await Promise.all(['tcp', 'tcp6'].map((table) => readFile(`/proc/${pid}/net/${table}`, 'utf8')))
  )
    .flatMap((text) => text.trim().split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
  const LISTEN = '0A'
  return rows
    .filter((row) => row[3] === LISTEN && targets.includes(`socket:[${row[9]}]`))
    .map((row) => row[1]!.split(':')[0]!)
}

const stillRunning = async (pids: number[]) => {
  const alive = pids.map(isRunning)
  return pids.filter((_, index) => alive[index])
}

// The tests follow one stack through its life, in order: starting it is what takes the time.
describe('npm start', () => {
  test('prints a curl line that scrapes the sample site as it stands', async () => {
    stack = await startStack({ home })
    const result = await runPrintedCurl()
    jobId = result.job_id
    expect(result.content.markdown).toContain('thirty-nine years')
    const { stdout } = await promisify(execFile)('sh', ['-c', printedLines().join(' ')])
    expect(stdout).toMatch(/^# What a bridge keeper writes down$/m)
    expect(stdout.split('\n').length).toBeLessThan(30)
  })

  test('writes what it printed, and a running pid for every service, into a private dev.json', async () => {
    const info = await stack.readDevFile()
    for (const fact of [
      info.base_url,
      info.ws_base_url,
      info.reference,
      info.queue_ui,
      info.api_key,
      info.sample_site,
    ]) {
      expect(stack.output).toContain(fact)
    }
    expect(info.test_key).toMatch(/^sk_test_/)
    expect(Object.keys(info.pids).sort()).toEqual([...SERVICES, 'postgres', 'redis', 'supervisor'].sort())
    const pids = Object.values(info.pids)
    expect(await stillRunning(pids)).toEqual(pids)
    for (const file of ['dev.json', 'secrets.json'])
      expect((await stat(join(home, file))).mode & 0o777).toBe(0o600)
  })

  test('throttles nobody on their own machine', async () => {
    const { base_url, api_key } = await stack.readDevFile()
    const { headers } = await fetch(`${base_url}/usage`, { headers: { 'X-API-Key': api_key } })
    expect([headers.get('x-ratelimit-limit'), headers.get('x-concurrency-limit')]).toEqual(['10000', '500'])
  })

  test('lets nobody but its owner look into its folders', async () => {
    for (const folder of ['data/redis', 'storage', 'logs'])
      expect((await stat(join(home, folder))).mode & 0o777).toBe(0o700)
    expect((await stat(home)).mode & 0o777).toBe(0o711)
  })

  test('has databases on loopback that ask for a password, which stands on no command line', async () => {
    const { redis_url, database_url, pids } = await stack.readDevFile()
    for (const [address, ask, answer] of [
      [redis_url, 'SMEMBERS x\r\n', /^-NOAUTH/],
      [redis_url, 'AUTH wrong-password\r\n', /^-WRONGPASS/],
    ] as const)
      expect(await answerTo(address, ask)).toMatch(answer)
    const passwords = [redis_url, database_url].map((url) => new URL(url).password)
    for (const password of passwords) expect(password).toMatch(/^[\w-]{32}$/)
    const children = (await Promise.all(Object.values(pids).map(descendants))).flat()
    for (const pid of [...Object.values(pids), ...children]) {
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      for (const password of passwords) expect(line).not.toContain(password)
    }
    for (const name of ['redis', 'postgres'])
      expect(await listeningAddresses(pids[name]!)).toEqual(['0100007F'])
  })

  test('reports every service as ready', async () => {
    const { ops } = await stack.readDevFile()
    expect(Object.keys(ops).sort()).toEqual([...SERVICES].sort())
    await eventually(async () => {
      for (const base of new Set(Object.values(ops))) {
        const response = await fetch(`${base}/readyz`)
        expect(await response.json()).toMatchObject({ status: 'ready' })
      }
    })
  })

  test('refuses a second stack on the same folder, and leaves the first alone', async () => {
    const { code, output } = await refusedStart({ home })
    expect(code).toBe(1)
    expect(output).toContain('Gleaner already runs from')
    expect((await get(await stack.readDevFile(), '/usage')).status).toBe(200)
  })

  test.each(['tier-1-curl', 'redis', 'postgres'])('starts %s again when it is killed', async (victim) => {
    const before = await stack.readDevFile()
    process.kill(before.pids[victim]!, 'SIGKILL')
    await eventually(async () => {
      const { pids } = await stack.readDevFile()
      expect(pids[victim]).not.toBe(before.pids[victim])
      expect(isRunning(pids[victim]!)).toBe(true)
      await runPrintedCurl().then((result) => expect(result.content.markdown).toBeTruthy())
    })
  })

  test('killed itself, leaves nothing behind once it is started again, and keeps data and key', async () => {
    const before = await stack.readDevFile()
    await scrapeInBrowser(before)
    const browsers = await descendants(before.pids['tier-4-browser']!)
    expect(browsers.length).toBeGreaterThan(0)
    await stack.end('SIGKILL')
    const port = Number(new URL(before.base_url).port)
    stack = await startStack({ home, port, args: ['--split'] })
    const info = await stack.readDevFile()
    expect(await stillRunning([...Object.values(before.pids), ...browsers])).toEqual([])
    expect(info.api_key).toBe(before.api_key)
    expect((await get(info, `/jobs/${jobId}`)).body).toMatchObject({ id: jobId, status: 'completed' })
  })

  test('runs one process per service with --split, and stops them all at a signal', async () => {
    const { pids } = await stack.readDevFile()
    expect(new Set(Object.values(pids)).size).toBe(SERVICES.length + 3)
    expect((await runPrintedCurl()).content.markdown).toContain('thirty-nine years')
    // A signal may arrive twice: a Ctrl-C from the terminal and from npm. One that is not handled would end us at once.
    stack.child.kill('SIGINT')
    await eventually(() => expect(stack.output).toContain('Stopping'))
    expect(await stack.end('SIGTERM')).toBe(0)
    expect(stack.output).toContain('Stopped.')
    expect(await stillRunning(Object.values(pids))).toEqual([])
  })
})

describe('npm start on a port that is taken', () => {
  test('names the port and the remedy, and starts nothing', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const unused = join(home, 'unused')
    const { code, output } = await refusedStart({ home: unused, port })
    server.close()
    expect(code).toBe(1)
    expect(output).toContain(`Port ${port} is taken by another program. Nothing was started.`)
    expect(output).toContain(`PORT=${port + 1} npm start`)
    expect(existsSync(unused)).toBe(false)
  })
})
