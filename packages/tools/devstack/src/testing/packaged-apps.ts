import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eventually } from '@gleaner/testkit'

const run = promisify(execFile)
const INSTALL_MS = 300_000

/** Who may sign in. */
export const PERSON = { user: 'ada', password: 'Harbour-of-the-marker-7431' }

/** Software that others have written and published, with a sign-in. */
export interface PackagedApp {
  name: string
  /** As npm knows it. */
  package: string
  /** Writes its settings into the folder that it was installed in; returns how node starts it at this port of 127.0.0.1. */
  configure(folder: string, port: number): Promise<string[]>
}

/** An editor whose page keeps a token in `localStorage`. */
export const NODE_RED: PackagedApp = {
  name: 'Node-RED',
  package: 'node-red@5.0.7',
  async configure(folder, port) {
    const { hashSync } = createRequire(join(folder, 'package.json'))('bcryptjs')
    const users = [{ username: PERSON.user, password: hashSync(PERSON.password, 8), permissions: '*' }]
    const settings = {
      uiHost: '127.0.0.1',
      uiPort: port,
      userDir: join(folder, 'data'),
      adminAuth: { type: 'credentials', users },
      telemetry: { enabled: false },
      editorTheme: { tours: false },
    }
    await mkdir(settings.userDir)
    const file = join(folder, 'settings.js')
    await writeFile(file, `module.exports = ${JSON.stringify(settings)}`)
    return [join(folder, 'node_modules/node-red/red.js'), '--settings', file]
  },
}

/** A console whose server keeps its users by a signed cookie. */
export const PARSE_DASHBOARD: PackagedApp = {
  name: 'Parse Dashboard',
  package: 'parse-dashboard@9.2.0',
  async configure(folder, port) {
    const app = {
      serverURL: `http://127.0.0.1:${port}/parse`,
      appId: 'harbour',
      masterKey: 'master',
      appName: 'Harbour of Ada',
    }
    const users = [{ user: PERSON.user, pass: PERSON.password }]
    const file = join(folder, 'settings.json')
    await writeFile(file, JSON.stringify({ apps: [app], users }))
    const program = join(folder, 'node_modules/parse-dashboard/bin/parse-dashboard')
    return [
      program,
      '--config',
      file,
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--allowInsecureHTTP',
      '1',
    ]
  },
}

/** Installs one by npm, and runs it until it is stopped. */
export async function startPackagedApp(app: PackagedApp, folder: string, port: number) {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }))
  const quietly = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  await run('npm', ['install', ...quietly, app.package], { cwd: folder, timeout: INSTALL_MS })
  const args = await app.configure(folder, port)
  const started = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
  })
  const said = listen(started)
  const url = `http://127.0.0.1:${port}`
  await eventually(async () => {
    if (started.exitCode !== null) throw new Error(`${app.name} has ended: ${said()}`)
    await fetch(url)
  })
  return {
    url,
    async stop() {
      const ended = once(started, 'exit')
      if (started.kill('SIGKILL')) await ended
    },
  }
}

function listen({ stdout, stderr }: ChildProcess): () => string {
  let said = ''
  for (const stream of [stdout!, stderr!])
    stream.on('data', (text) => {
      said = (said + text).slice(-4_000)
    })
  return () => said
}
