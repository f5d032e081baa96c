import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFleet } from '@gleaner/devstack'
import { FLEET_UNDER_TEST } from '@gleaner/devstack/testing/fleet-under-test'
import { eventually } from '@gleaner/testkit'
import { installed, linux, where } from '@gleaner/testkit/where'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type CliFleet, ended, startCliFleet } from '../testing/run-cli.ts'

/** Says something else at each look, and hostile things. */
let site: Server
let siteUrl: string
let looks = 0
let fleet: CliFleet
beforeAll(async () => {
  site = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    if (request.url === '/changing')
      response.end(`<main><h1>Board</h1><p>The harbour master says that today the number ${++looks * 1000} is drawn.</p><p>All ships wait for the tide, as they have always done.</p></main>`)
    else
      response.end(`<title>\u009b31m \u202eevil</title><main><h1>Hello \u009b2J &#27;]0;pwned&#7; there</h1><p>Some text with \u202e turned words, long enough to be read as the page's own content.</p></main>`)
  }) // biome-ignore format: pages
  fleet = await startCliFleet()
  const [port] = fleet.ports
  await new Promise<void>((resolve) => site.listen(port, '127.0.0.1', resolve))
  siteUrl = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await fleet.stop()
  site.closeAllConnections()
  site.close()
})

const run = (...args: string[]) => fleet.cli.run(args)
const json = async (...args: string[]) => JSON.parse((await run(...args)).stdout)
const at = (name: string) => join(fleet.cli.home, name)
const terminal = where(linux, installed('/usr/bin/script'))

describe('exit codes', () => {
  test.each<[number, string, string[], Record<string, string>?]>([
    [0, 'help', ['--help']],
    [0, 'the version', ['--version']],
    [2, 'no argument', ['scrape']],
    [2, 'an unknown command', ['scrap']],
    [2, 'an unknown option', ['scrape', 'a.example', '--what']],
    [2, 'a wrong value', ['scrape', 'a.example', '--tier', '9']],
    [2, 'no address', ['scrape', 'not an address']],
    [2, 'what the service refuses as wrong', ['scrape', 'http://169.254.169.254/']],
    [2, 'a schema that is no JSON', ['extract', 'a.example', '--schema', '{']],
    [2, 'an unknown profile', ['usage', '--profile', 'nobody']],
    [3, 'no key', ['usage'], { GLEANER_API_KEY: '' }],
    [3, 'a wrong key', ['usage'], { GLEANER_API_KEY: 'sk_live_wrongwrongwrongwrong' }],
    [4, 'an unknown job', ['jobs', 'get', '019a9f40-1d2c-7e5f-8a90-5b6c7d8e9f00']],
    [1, 'no server', ['usage'], { GLEANER_URL: 'http://127.0.0.1:1' }],
    [1, 'a file that is not there', ['batch', 'nowhere.txt']],
  ])('%i: %s', async (code, _, args, env = {}) => {
    const ran = await fleet.cli.run(args, { env })
    expect([ran.code, ran.stderr]).toEqual([code, expect.any(String)])
    if (code === 0) expect(ran.stderr).toBe('')
    else
      expect(ran.stderr).toMatch(
        /^error: [^\n]+\n(\(--help shows what there is\)\n|\(Did you mean[^\n]+\n)*$/,
      )
    expect(ran.stderr).not.toContain('wrongwrong')
  })

  test('5 where the balance does not pay', async () => {
    const { code, stderr } = await run('scrape', `${siteUrl}/`, '--render', '--max-credits', '1')
    expect([code, stderr]).toEqual([5, expect.stringContaining('max_credits')])
  })

  test('7 where a page of several fails; the others are delivered', async () => {
    const { code, stdout, stderr } = await run('scrape', `${fleet.site}/redirect-loop`, `${fleet.site}/plain`)
    const [bad, good] = stdout.trim().split('\n').map((line) => JSON.parse(line))
    expect([code, bad.error_code, good.markdown.slice(0, 10)]).toEqual([7, 'ALL_TIERS_FAILED', '# The swin'])
    expect(stderr).toMatch(/^warning: /)
  }) // biome-ignore format: a test
})

test('errors are JSON too for who asks for that, and --debug says more, without the key', async () => {
  const { stdout, stderr } = await fleet.cli.run(['usage', '--json', '--debug'], {
    env: { GLEANER_API_KEY: 'sk_live_wrongwrongwrongwrong' },
  })
  expect(JSON.parse(stdout).error).toMatchObject({ code: 'UNAUTHENTICATED', exit_code: 3 })
  expect(stderr).toMatch(/401 \/api\/v1\/usage/)
  expect(stdout + stderr).not.toContain('wrongwrong')
})

describe('what a page says is obeyed by no terminal', () => {
  const ESCAPES = /\x1b(?!\[[\d;]*[mK])|[\x80-\x9f\u202e]/

  terminal.test('shown, as JSON, as a list, and while it goes on', async () => {
    for (const args of [
      ['scrape', `${siteUrl}/`],
      ['scrape', `${siteUrl}/`, '--json'],
      ['scrape', `${siteUrl}/`, '-f', 'html'],
      ['crawl', `${siteUrl}/`, '--max-pages', '1'],
    ]) {
      const { code, stdout } = await fleet.cli.run(args, { terminal: true })
      expect([args, code]).toEqual([args, 0])
      expect(stdout).not.toMatch(ESCAPES)
      expect(stdout).toMatch(/Hello|evil/)
    }
  })

  test('and is as it was in a pipe', async () => {
    const { stdout } = await run('scrape', `${siteUrl}/`, '--json')
    expect(stdout).toContain('\u202e')
  })
})

terminal.test('lists are columns on a terminal, Markdown is rendered, and NO_COLOR is heeded', async () => {
  const shown = await fleet.cli.run(['jobs', 'list', '-n', '2'], { terminal: true })
  expect(shown.stdout).toMatch(/id +created +status/)
  const page = await fleet.cli.run(['scrape', `${fleet.site}/plain`], { terminal: true })
  expect(page.stdout).toContain('\x1b[1;4mThe swing bridge of Port Selwyn\x1b[0m')
  const bare = await fleet.cli.run(['scrape', `${fleet.site}/plain`], {
    terminal: true,
    env: { NO_COLOR: '1' },
  })
  expect(bare.stdout).not.toMatch(/\x1b\[[\d;]*m/)
})

describe('a process that is ended', () => {
  test('by Ctrl-C says how to go on, and can', async () => {
    const child = fleet.cli.start(['crawl', fleet.site, '--out', 'cut', '--max-pages', '20', '--delay', '1'])
    const over = ended(child)
    await wait(() => stat(at('cut/gleaner-crawl.json')))
    child.kill('SIGINT')
    const { code, stderr } = await over
    const id = /gleaner crawl --resume (\S+) --out cut/.exec(stderr)?.[1]
    expect([code, id]).toEqual([130, expect.stringMatching(/^[\da-f-]{36}$/)])
    expect(await json('jobs', 'cancel', id!)).toMatchObject({ crawl_id: id })
    expect([0, 7]).toContain((await run('crawl', '--resume', '--out', 'cut')).code)
  })

  test('by who reads no further is silent', async () => {
    const child = fleet.cli.start(['map', fleet.site, '-q'])
    const over = ended(child)
    await once(child.stdout!, 'data')
    child.stdout!.destroy()
    expect(await over).toMatchObject({ code: 0, stderr: '' })
  })
})

test('watching tells each change once', async () => {
  const ran = await run('watch', `${siteUrl}/changing`, '--every', '1s', '--checks', '3')
  const seen = ran.stdout.trim().split('\n').map((line) => JSON.parse(line))
  expect([ran.code, seen.map(({ status }) => status)]).toEqual([0, ['new', 'changed', 'changed']])
  expect(seen[1].diff).toContain('2000')
  const monitor = await json('watch', '--monitor', 'none', '--json')
  expect(monitor.error.exit_code).toBe(4)
}) // biome-ignore format: a test

test('a session is stored, listed, and deleted; its values are not shown', async () => {
  await writeFile(at('cookies.json'), JSON.stringify([{ name: 'sid', value: 's3cret', domain: '127.0.0.1' }]))
  const made = await run(
    'sessions',
    'create',
    '--name',
    'Login',
    '--domain',
    '127.0.0.1',
    '--cookies',
    'cookies.json',
  )
  const { id, cookie_names } = JSON.parse(made.stdout)
  expect(cookie_names).toEqual(['sid'])
  expect((await run('sessions', 'list')).stdout).toContain(id)
  expect(await json('sessions', 'get', id)).toMatchObject({ name: 'Login' })
  expect(made.stdout + made.stderr).not.toContain('s3cret')
  expect((await run('sessions', 'delete', id)).code).toBe(0)
  expect((await run('sessions', 'list')).stdout).not.toContain(id)
})

test('keys are made, listed, rotated and revoked by a person, and --save keeps one unseen', async () => {
  const { email, password } = fleet.info.user
  const env = { GLEANER_EMAIL: email, GLEANER_PASSWORD: password, GLEANER_API_KEY: undefined, XDG_CONFIG_HOME: at('keys') }
  const saved = await fleet.cli.run(['keys', 'create', 'mine', '--save'], { env })
  expect([saved.code, saved.stdout]).toEqual([0, ''])
  expect((await fleet.cli.run(['whoami'], { env })).code).toBe(0)
  const { stdout } = await fleet.cli.run(['keys', 'list'], { env })
  const mine = stdout.trim().split('\n').map((line) => JSON.parse(line)).find(({ name }) => name === 'mine')
  const rotated = await fleet.cli.run(['keys', 'rotate', mine.id], { env })
  expect(rotated.stdout).toMatch(/^sk_live_\w+\n$/)
  expect((await fleet.cli.run(['keys', 'revoke', mine.id], { env })).code).toBe(0)
  // Nobody is there to be asked.
  expect((await run('keys', 'list')).code).toBe(2)
}) // biome-ignore format: a test

test('an estimate costs nothing, of a page and of a crawl', async () => {
  expect(await json('estimate', `${fleet.site}/plain`)).toMatchObject({ estimated_tier: '1' })
  expect(await json('estimate', fleet.site, '--crawl')).toMatchObject({ estimated_pages: expect.any(Number) })
})

test('a batch that was sent without waiting is fetched later, as files', async () => {
  const text = `${fleet.site}/plain\n${fleet.site}/docs\n`
  const sent = await fleet.cli.run(['batch', '-', '--no-wait'], { input: text })
  const { batch_id: id } = JSON.parse(sent.stdout)
  expect((await run('batch', '--resume', id, '-o', 'pages')).code).toBe(0)
  const index = (await readFile(at('pages/gleaner-pages.jsonl'), 'utf8')).trim().split('\n')
  expect(index).toHaveLength(2)
  expect(await json('jobs', 'get', id)).toMatchObject({ status: 'completed', total: 2 })
  expect((await run('jobs', 'retry', id)).code).not.toBe(0)
})

describe('doctor', () => {
  interface Reply {
    body: string
    date: Date
  }
  const findings = async (env: Record<string, string | undefined>) => {
    const { code, stdout } = await fleet.cli.run(['doctor', '--json'], { env })
    const list: { name: string; state: string; says: string; remedy?: string }[] = JSON.parse(stdout).findings
    const states = Object.fromEntries(list.map(({ name, state }) => [name, state]))
    return { code, states, wrong: list.filter(({ state }) => state !== 'good') }
  }
  /** Of one that ends the command by `exitCode`, if it is bad. */
  const finding = (name: string, says: string, remedy: string, exitCode?: number) => ({
    name,
    state: exitCode === undefined ? 'doubtful' : 'bad',
    says: expect.stringMatching(says),
    remedy: expect.stringContaining(remedy),
    ...(exitCode !== undefined && { exitCode }),
  })

  test('finds nothing wrong where nothing is', async () => {
    const { code, states } = await findings({})
    expect(code).toBe(0)
    expect(states).toEqual({
      node: 'good',
      settings: 'good',
      server: 'good',
      version: 'good',
      services: 'good',
      key: 'good',
      credits: 'good',
    })
  })

  test.each<[string, string, string, number | undefined, Record<string, string | undefined>]>([
    ['server', 'bad port$', 'Look at the address', 1, { GLEANER_URL: 'http://127.0.0.1:1' }],
    ['server', 'nothing listens there$', 'npm start', 1, { GLEANER_URL: 'http://127.0.0.1:2' }],
    ['server', 'no such host$', 'typing errors', 1, { GLEANER_URL: 'http://no.such.host.invalid' }],
    ['key', 'is not an API key', 'gleaner login', 3, { GLEANER_API_KEY: 'sk_live_wrongwrongwrongwrong' }],
    ['key', 'there is none', 'gleaner login', 3, { GLEANER_API_KEY: undefined }],
    ['proxy', '^HTTPS_PROXY', 'NODE_USE_ENV_PROXY', undefined, { HTTPS_PROXY: 'http://127.0.0.1:1' }],
    ['certificates', 'anybody', 'Unset it', undefined, { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
  ])('%s: %s, and nothing else', async (name, says, remedy, exitCode, env) => {
    const { code, wrong } = await findings(env)
    expect([code, wrong]).toEqual([exitCode ?? 0, [finding(name, says, remedy, exitCode)]])
  })

  test.each<[string, string, string, (reply: Reply) => Reply]>([
    [
      'server',
      'clock differs from yours by (59\\d|600) s',
      'Set the clock',
      (reply) => ({ ...reply, date: new Date(Date.now() + 600_000) }),
    ],
    [
      'version',
      'does not know watch',
      'Upgrade the server',
      ({ body, ...reply }) => ({ ...reply, body: body.replaceAll('/monitors', '/watched') }),
    ],
  ])('%s: %s', async (name, says, remedy, change) => {
    const between = createServer(async ({ url, headers }, response) => {
      const { 'x-api-key': key } = headers
      const answer = await fetch(fleet.url + url, { headers: key ? { 'X-API-Key': String(key) } : {} })
      const reply = change({ body: await answer.text(), date: new Date() })
      response.setHeader('Date', reply.date.toUTCString())
      response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(reply.body)
    })
    await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
    const { port } = between.address() as AddressInfo
    const { code, wrong } = await findings({ GLEANER_URL: `http://127.0.0.1:${port}` })
    between.close()
    expect([code, wrong]).toEqual([0, [finding(name, says, remedy)]])
  })

  test('a fleet whose Redis is away, and comes back', async () => {
    // Of its own: the other suites go on with the one that they share.
    const home = await mkdtemp(join(tmpdir(), 'gleaner-doctor-'))
    const own = await startFleet({ home, port: 0, env: FLEET_UNDER_TEST })
    const { base_url, api_key, pids } = own.info
    const env = { GLEANER_URL: new URL(base_url).origin, GLEANER_API_KEY: api_key }
    process.kill(pids.redis!, 'SIGSTOP')
    try {
      // A part of the server that is late on a busy machine is named beside it.
      await eventually(async () => {
        const { code, wrong } = await findings(env)
        expect([code, wrong]).toEqual([0, [finding('services', '^degraded: redis$', 'Start Redis')]])
      })
    } finally {
      process.kill(pids.redis!, 'SIGCONT')
    }
    await eventually(async () => expect((await findings(env)).states.services).toBe('good'))
    await own.stop()
    await rm(home, { recursive: true, force: true })
  })

  test('a server that is no Gleaner, and settings that others may read', async () => {
    const elsewhere = await findings({ GLEANER_URL: siteUrl })
    expect([elsewhere.code, elsewhere.wrong]).toEqual([
      1,
      [finding('server', 'is no Gleaner', 'Look at the address', 1)],
    ])
    await mkdir(at('open/gleaner'), { recursive: true })
    await writeFile(at('open/gleaner/config.json'), '{"profiles":{}}', { mode: 0o644 })
    const { code, wrong } = await findings({ XDG_CONFIG_HOME: at('open') })
    expect([code, wrong]).toEqual([1, [finding('settings', 'can be read by others', 'chmod 600', 1)]])
  })
})

test('setup mcp writes the entry, keeps the rest and a copy, and writes nothing by --print', async () => {
  await mkdir(at('.cursor'), { recursive: true })
  const before = '{\n  // mine\n  "mcpServers": { "other": { "command": "x" } }\n}\n'
  await writeFile(at('.cursor/mcp.json'), before)
  const printed = await run('setup', 'mcp', 'cursor', '--print')
  expect(printed.stdout).toContain('"gleaner"')
  expect(await readFile(at('.cursor/mcp.json'), 'utf8')).toBe(before)
  expect((await run('setup', 'mcp', 'cursor')).code).toBe(2)
  expect((await run('setup', 'mcp', 'cursor', '--yes')).code).toBe(0)
  const after = await readFile(at('.cursor/mcp.json'), 'utf8')
  expect(after).toMatch(/\/\/ mine[\s\S]*"other"[\s\S]*"gleaner"/)
  expect(after).not.toContain(fleet.info.api_key)
  expect(await readFile(at('.cursor/mcp.json.before-gleaner'), 'utf8')).toBe(before)
})

test('mcp speaks to an agent over standard input and output', async () => {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const messages = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'tools/list' },
  ]
  const child = fleet.cli.start(['mcp'])
  const over = ended(child)
  let said = ''
  child.stdout!.on('data', (data) => {
    said += data
    // Both are answered: who hangs up earlier is not.
    if (said.trim().split('\n').length === 2) child.stdin!.end()
  })
  child.stdin!.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''))
  const { code, stdout, stderr } = await over
  const [, list] = stdout.trim().split('\n').map((line) => JSON.parse(line))
  expect([code, stderr]).toEqual([0, ''])
  expect(list.result.tools.map(({ name }: { name: string }) => name)).toContain('scrape')
}) // biome-ignore format: a test

async function wait(find: () => Promise<unknown>): Promise<void> {
  for (;;) {
    const found = await find().catch(() => undefined)
    if (found) return
    // The process has not come so far yet.
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
