import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { type FleetWithSite, startFleetWithSite } from '@gleaner/devstack/testing/fleet-with-site'
import { afterAll, beforeAll, expect, test } from '@jest/globals'

const run = promisify(execFile)
const CLIENTS = join(import.meta.dirname, '../../../../clients')
const INSTALL_MS = 600_000

/** Those of one registry; n8n brings its own host (`clients/n8n/nodes/real-n8n.long.test.ts`). */
const FOLDERS = ['typescript', 'page-documents', 'mcp', 'langchain', 'llamaindex', 'cli']

/** The oldest Node that clients run on, and what their users have. npm installs the programs that a client is a part of by itself, as peers. */
const NODE = `node-${process.platform}-${process.arch}`
const OF_USERS = [`${NODE}@20`, 'typescript@5', '@types/node@20']

/** Of npx: what is not there is not fetched. */
const INSTALLED_ONLY = ['--no', '--']

let folder: string
let project: string
let env: NodeJS.ProcessEnv
let fleet: FleetWithSite
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-published-'))
  project = join(folder, 'project')
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }')
  const tarballs = []
  for (const client of FOLDERS) tarballs.push(await pack(client))
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['install', ...quietly, ...tarballs, ...OF_USERS], { cwd: project, timeout: INSTALL_MS })
  fleet = await startFleetWithSite({ pages: 3 })
  env = {
    PATH: `${join(project, 'node_modules', NODE, 'bin')}:${process.env.PATH}`,
    HOME: folder,
    GLEANER_URL: new URL(fleet.info.base_url).origin,
    GLEANER_API_KEY: fleet.info.api_key,
  }
}, INSTALL_MS)
afterAll(async () => {
  await fleet?.close()
  await rm(folder, { recursive: true, force: true })
})

/** What would be published, as one file. */
async function pack(client: string): Promise<string> {
  const built = join(folder, client)
  await run(process.execPath, [join(CLIENTS, client, 'build.mjs'), '--out', built])
  const { stdout } = await run('npm', ['pack', built, '--silent', '--pack-destination', folder])
  return join(folder, stdout.trim())
}

const page = () => `${fleet.info.sample_site}/article`

test('they run on the oldest Node that they declare', async () => {
  const { stdout } = await run('node', ['--version'], { cwd: project, env })
  expect(stdout).toMatch(/^v20\./)
})

/** Asks a server on standard input and output, one request after the other. */
function converse(server: ChildProcess) {
  const lines = createInterface({ input: server.stdout! })[Symbol.asyncIterator]()
  let complaints = ''
  server.stderr!.on('data', (data) => {
    complaints += data
  })
  const send = (message: object) => server.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  let id = 0
  return {
    send,
    // biome-ignore lint/suspicious/noExplicitAny: results of any method.
    async ask(method: string, params: object = {}): Promise<any> {
      send({ id: ++id, method, params })
      for (;;) {
        const { value, done } = await lines.next()
        if (done) throw new Error(`The server has ended: ${complaints}`)
        const reply = JSON.parse(value)
        if (reply.id === id) return reply.result ?? reply
      }
    },
  }
}

test.each(['gleaner-mcp', '@gleaner/mcp', 'gleaner mcp'])('npx %s serves agents', async (command) => {
  const server = spawn('npx', [...INSTALLED_ONLY, ...command.split(' ')], { cwd: project, env })
  const ended = once(server, 'close')
  try {
    const { ask, send } = converse(server)
    const hello = await ask('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'gleaner-tests', version: '1.0.0' },
    })
    expect(hello.serverInfo).toMatchObject({ name: 'gleaner' })
    send({ method: 'notifications/initialized' })
    expect((await ask('tools/list')).tools).toHaveLength(12)
    const skill = await ask('resources/read', { uri: 'skill://gleaner/SKILL.md' })
    expect(skill.contents[0].text).toContain('# Using Gleaner')
    const scraped = await ask('tools/call', { name: 'scrape', arguments: { url: page() } })
    expect(scraped).toMatchObject({ structuredContent: { untrusted: { text: expect.stringMatching(/./) } } })
    expect(scraped.isError ?? false).toBe(false)
  } finally {
    server.stdin!.end()
    await ended
  }
})

test('gleaner-mcp says what is wrong with its key, without showing it', async () => {
  const wrong = { ...env, GLEANER_API_KEY: 'sk_live_a key' }
  const ended = await run('npx', [...INSTALLED_ONLY, 'gleaner-mcp'], { cwd: project, env: wrong }).catch(
    (error) => error,
  )
  expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('apiKey has to be') })
  expect(ended.stderr).not.toContain('sk_live_a')
})

test.each(['langchain', 'llamaindex'])('a program with %s reads a page as its document', async (host) => {
  await copyFile(join(import.meta.dirname, 'fixtures', `${host}.js`), join(project, 'start.js'))
  const { stdout } = await run('node', ['start.js', page()], { cwd: project, env })
  expect(JSON.parse(stdout)).toEqual({ isTheirs: true, id: page(), text: expect.stringMatching(/.{100}/s) })
})

/** Of LlamaIndex itself, which declares types of a package that it does not bring. */
const FAULTS_OF_HOSTS = /^node_modules\/@llamaindex\/.*\n/gm

test('what their READMEs show is strict TypeScript 5', async () => {
  const files = []
  for (const client of FOLDERS.filter((each) => each !== 'cli')) {
    const readme = await readFile(join(CLIENTS, client, 'README.md'), 'utf8')
    const { name } = JSON.parse(await readFile(join(CLIENTS, client, 'package.json'), 'utf8'))
    const shown = /```ts\n([\s\S]*?)```/.exec(readme)![1]!
    expect(shown).toContain(`from '${name}'`)
    await writeFile(join(project, `${client}.ts`), shown)
    files.push(`${client}.ts`)
  }
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: ['node'],
  }
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const { stdout } = await run('npx', [...INSTALLED_ONLY, 'tsc'], { cwd: project, env }).catch(
    (error) => error,
  )
  expect(stdout.replace(FAULTS_OF_HOSTS, '')).toBe('')
})
