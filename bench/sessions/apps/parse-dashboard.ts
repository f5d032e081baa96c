import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { answers, startProgram } from '../lib/run-program.ts'
import type { App, Place, RunningApp } from './app.ts'

/** A single page below a path, behind a sign-in of the server's. */
export const parseDashboard: App = {
  name: 'parse-dashboard',
  stack: 'Node, React, session in a cookie',
  licence: 'Parse Dashboard license',
  npm: ['parse-dashboard@9.2.0'],
  languages: ['en'],
  start,
}

async function start({ folder, port, modules }: Place): Promise<RunningApp> {
  const user = { name: 'ingeborg', password: 'walnut-harbor-66' }
  const root = `http://127.0.0.1:${port}/board`
  const settings = join(folder, 'settings.json')
  const app = { appId: 'orchard', appName: 'Orchard', masterKey: 'a', serverURL: `${root}/parse` }
  const users = [{ user: user.name, pass: user.password }]
  await writeFile(settings, JSON.stringify({ apps: [app], users }))
  const options = [
    '--config',
    settings,
    '--port',
    String(port),
    '--host',
    '127.0.0.1',
    '--mountPath',
    '/board',
  ]
  const args = [join(modules, 'parse-dashboard/bin/parse-dashboard'), ...options, '--allowInsecureHTTP']
  const stop = await startProgram(
    { command: process.execPath, args, cwd: folder, log: join(folder, 'log') },
    () => answers(`${root}/login`),
  )
  return {
    pages: {
      root: `${root}/`,
      inner: `${root}/apps`,
      signIn: `${root}/login`,
      private: `${root}/parse-dashboard-config.json`,
      privateText: 'Orchard',
    },
    async signIn(client) {
      // Scripts make the form; what it sends against forgery is in the page.
      const { body } = await client.visit(`${root}/login`)
      const token = /id="csrf"[^>]*>"([^"]*)"/.exec(body)?.[1] ?? ''
      const form = new URLSearchParams({ username: user.name, password: user.password, _csrf: token })
      await client.visit(`${root}/login`, { method: 'POST', body: form })
      return user.name
    },
    async signOut(client) {
      await client.visit(`${root}/logout`)
    },
    stop,
  }
}
