import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { IDataObject, INodeExecutionData } from 'n8n-workflow'

const run = promisify(execFile)
const FOLDER = fileURLToPath(new URL('../..', import.meta.url))
const COMMAND_MS = 170_000

export interface RealN8n {
  /** Runs a workflow by `n8n execute`; returns what its last node gives, or the error that ended it. */
  execute(nodes: IDataObject[]): Promise<{ items: INodeExecutionData[]; error?: IDataObject }>
  remove(): Promise<void>
}

/** n8n of `n8nFolder`, with the package installed as a community node; it keeps its things in this database. */
export async function setUpN8n(options: {
  n8nFolder: string
  databaseUrl: string
  credentials: IDataObject
}): Promise<RealN8n> {
  const home = await mkdtemp(join(tmpdir(), 'gleaner-n8n-'))
  await install(join(home, '.n8n/nodes/node_modules/n8n-nodes-gleaner'))
  const env = environment(home, options.databaseUrl)
  const n8n = async (...args: string[]) => {
    const command = [join(options.n8nFolder, 'node_modules/n8n/bin/n8n'), ...args]
    const ended = { cwd: home, env, timeout: COMMAND_MS, maxBuffer: 64 * 1024 * 1024 }
    return run(process.execPath, command, ended).catch((error: Error & { stdout?: string }) => {
      // A workflow that fails ends the command by 1, and has written what it came to.
      if (args[0] === 'execute' && error.stdout) return { stdout: error.stdout }
      throw error
    })
  }
  const credential = { id: CREDENTIAL, name: 'Gleaner', type: 'gleanerApi', data: options.credentials }
  await writeFile(join(home, 'credentials.json'), JSON.stringify([credential]))
  await n8n('import:credentials', `--input=${join(home, 'credentials.json')}`)
  let workflows = 0
  return {
    async execute(nodes) {
      const id = `workflow${++workflows}`
      const file = join(home, `${id}.json`)
      await writeFile(file, JSON.stringify([workflowOf(id, nodes)]))
      await n8n('import:workflow', `--input=${file}`)
      const { stdout } = await n8n('execute', `--id=${id}`, '--rawOutput')
      return readRun(stdout, String(nodes.at(-1)!.name))
    },
    remove: () => rm(home, { recursive: true, force: true }),
  }
}

const CREDENTIAL = 'gleaner1'

/** As npm would: only what is published. */
async function install(target: string): Promise<void> {
  const dist = `${target}-dist`
  await run(process.execPath, ['build.mjs', '--out', dist], { cwd: FOLDER })
  await mkdir(target, { recursive: true })
  const { stdout } = await run('npm', ['pack', dist, '--silent', '--pack-destination', target])
  await run('tar', ['-xzf', stdout.trim(), '--strip-components=1'], { cwd: target })
  await rm(dist, { recursive: true })
}

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

/** A chain of nodes that a person starts. */
function workflowOf(id: string, nodes: IDataObject[]): IDataObject {
  const start = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} }
  const all = [start, ...nodes].map((node, index) => ({
    id: `node-${index}`,
    position: [index * 200, 0],
    typeVersion: 1,
    ...(node.type === 'n8n-nodes-gleaner.gleaner' && {
      credentials: { gleanerApi: { id: CREDENTIAL, name: 'Gleaner' } },
    }),
    ...node,
  })) as IDataObject[]
  const links = all
    .slice(1)
    .map((node, index) => [
      String(all[index]!.name),
      { main: [[{ node: node.name, type: 'main', index: 0 }]] },
    ])
  return {
    id,
    name: id,
    nodes: all,
    connections: Object.fromEntries(links),
    active: false,
    settings: { executionOrder: 'v1' },
  }
}

function readRun(stdout: string, last: string): { items: INodeExecutionData[]; error?: IDataObject } {
  // Lines for people may stand before and after it.
  const whole = JSON.parse(stdout.slice(stdout.search(/^\{$/m), stdout.lastIndexOf('\n}') + 2))
  const { error, runData } = whole.data.resultData as {
    error?: IDataObject
    runData: Record<string, { data?: { main: INodeExecutionData[][] } }[]>
  }
  const items = runData[last]?.[0]?.data?.main[0] ?? []
  return { items, ...(error && { error }) }
}
