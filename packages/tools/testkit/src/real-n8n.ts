import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Requirement } from './where.ts'

const run = promisify(execFile)
const COMMAND_MS = 170_000

/** n8n has 2,400 packages: it is installed by hand, by `npm install n8n --ignore-scripts` there. */
const N8N_FOLDER = process.env.N8N_FOLDER ?? ''
export const installedN8n: Requirement = {
  isMet: N8N_FOLDER !== '' && existsSync(join(N8N_FOLDER, 'node_modules/n8n/bin/n8n')),
  missing: 'N8N_FOLDER names no folder with n8n',
}

type Fields = Record<string, unknown>

/** An item as a node gives it. */
export interface N8nItem {
  json: Fields
  pairedItem?: unknown
}

export interface N8nRun {
  /** Of the last node. */
  items: N8nItem[]
  /** By the node’s name. */
  itemsOf: Record<string, N8nItem[]>
  /** What ended the workflow. */
  error?: Fields
}

export interface RealN8n {
  /** Runs a workflow by `n8n execute`: nodes one after the other, or each on its own behind the start. */
  execute(nodes: Fields[], how?: 'in a row' | 'side by side'): Promise<N8nRun>
  remove(): Promise<void>
}

/** A package of npm with a node, and what its credentials are called. */
export interface CommunityNode {
  packageName: string
  /** Packs what npm gets of it into `folder`, and returns the file’s name. */
  pack(folder: string): Promise<string>
  credentialType: string
  credentials: Fields
}

/** n8n with a package installed as a community node; it keeps its things in this database. */
export async function setUpN8n(node: CommunityNode, databaseUrl: string): Promise<RealN8n> {
  const home = await mkdtemp(join(tmpdir(), 'gleaner-n8n-'))
  const target = join(home, '.n8n/nodes/node_modules', node.packageName)
  await mkdir(target, { recursive: true })
  await run('tar', ['-xzf', await node.pack(target), '--strip-components=1'], { cwd: target })
  const env = environment(home, databaseUrl)
  const n8n = async (...args: string[]) => {
    const command = [join(N8N_FOLDER, 'node_modules/n8n/bin/n8n'), ...args]
    const ended = { cwd: home, env, timeout: COMMAND_MS, maxBuffer: 64 * 1024 * 1024 }
    return run(process.execPath, command, ended).catch((error: Error & { stdout?: string }) => {
      // A workflow that fails ends the command by 1, and has written what it came to.
      if (args[0] === 'execute' && error.stdout) return { stdout: error.stdout }
      throw error
    })
  }
  const { credentialType: type, credentials: data } = node
  const credential = { id: CREDENTIAL, name: 'Of a test', type, data }
  await writeFile(join(home, 'credentials.json'), JSON.stringify([credential]))
  await n8n('import:credentials', `--input=${join(home, 'credentials.json')}`)
  let workflows = 0
  return {
    async execute(nodes, how = 'in a row') {
      const id = `workflow${++workflows}`
      const file = join(home, `${id}.json`)
      const workflow = workflowOf(id, nodes, how, {
        [type]: { id: CREDENTIAL, name: credential.name },
      })
      await writeFile(file, JSON.stringify([workflow]))
      await n8n('import:workflow', `--input=${file}`)
      const { stdout } = await n8n('execute', `--id=${id}`, '--rawOutput')
      return readRun(stdout, String(nodes.at(-1)!.name))
    },
    remove: () => rm(home, { recursive: true, force: true }),
  }
}

const CREDENTIAL = 'credential1'

function environment(home: string, databaseUrl: string): NodeJS.ProcessEnv {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  return {
    PATH: process.env.PATH,
    N8N_USER_FOLDER: home,
    N8N_ENCRYPTION_KEY: 'a key of a test',
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
    N8N_COMMUNITY_PACKAGES_ENABLED: 'true',
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: hostname,
    DB_POSTGRESDB_PORT: port,
    DB_POSTGRESDB_USER: decodeURIComponent(username),
    DB_POSTGRESDB_PASSWORD: decodeURIComponent(password),
    DB_POSTGRESDB_DATABASE: pathname.slice(1),
  }
}

/** Nodes behind one that a person starts. Those of n8n itself have no credentials. */
function workflowOf(id: string, nodes: Fields[], how: string, credentials: Fields): Fields {
  const start = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} }
  const all = [start, ...nodes].map((node: Fields, index) => ({
    id: `node-${index}`,
    position: [index * 200, 0],
    typeVersion: 1,
    ...(!String(node.type).startsWith('n8n-nodes-base.') && { credentials }),
    ...node,
  })) as Fields[]
  const link = ({ name }: Fields) => ({ node: name, type: 'main', index: 0 })
  const connections =
    how === 'in a row'
      ? Object.fromEntries(
          all.slice(1).map((node, index) => [String(all[index]!.name), { main: [[link(node)]] }]),
        )
      : { Start: { main: [all.slice(1).map(link)] } }
  return {
    id,
    name: id,
    nodes: all,
    connections,
    active: false,
    settings: { executionOrder: 'v1' },
  }
}

function readRun(stdout: string, last: string): N8nRun {
  // Lines for people may stand before and after it.
  const whole = JSON.parse(stdout.slice(stdout.search(/^\{$/m), stdout.lastIndexOf('\n}') + 2))
  const { error, runData } = whole.data.resultData as {
    error?: Fields
    runData: Record<string, { data?: { main: N8nItem[][] } }[]>
  }
  const itemsOf = Object.fromEntries(
    Object.entries(runData).map(([name, runs]) => [name, runs[0]?.data?.main[0] ?? []]),
  )
  return { items: itemsOf[last] ?? [], itemsOf, ...(error && { error }) }
}
