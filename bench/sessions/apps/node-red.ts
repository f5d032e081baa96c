import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { answers, startProgram } from '../lib/run-program.ts'
import type { WebClient } from '../lib/web-client.ts'
import type { App, Place, RunningApp } from './app.ts'

/** The login is a token in the header `Authorization`, and no cookie. */
export const nodeRed: App = {
  name: 'node-red',
  stack: 'Node, single page, token in a header',
  licence: 'Apache-2.0',
  npm: ['node-red@5.0.7'],
  languages: ['en'],
  start,
}

async function start({ folder, port, modules }: Place): Promise<RunningApp> {
  const user = { name: 'philippa', password: 'copper-kettle-47' }
  const settings = join(folder, 'settings.cjs')
  await writeFile(
    settings,
    `const { hashSync } = require(${JSON.stringify(join(modules, 'bcryptjs'))})
    module.exports = { uiHost: '127.0.0.1', telemetry: { enabled: false }, flowFile: 'flows.json', adminAuth: { type: 'credentials',
    users: [{ username: '${user.name}', password: hashSync('${user.password}', 8), permissions: '*' }] } }`,
  )
  const origin = `http://127.0.0.1:${port}`
  const args = [join(modules, 'node-red/red.js'), '-s', settings, '-u', folder, '-p', String(port)]
  const stop = await startProgram({ command: process.execPath, args, log: join(folder, 'log') }, () =>
    answers(origin),
  )
  const post = (client: WebClient, path: string, form: Record<string, string>) =>
    client.visit(`${origin}/auth/${path}`, { method: 'POST', body: new URLSearchParams(form) })
  return {
    pages: {
      root: `${origin}/`,
      inner: `${origin}/flows`,
      signIn: `${origin}/auth/login`,
      private: `${origin}/settings`,
      privateText: user.name,
    },
    async signIn(client) {
      const login = {
        client_id: 'node-red-editor',
        grant_type: 'password',
        scope: '*',
        username: user.name,
        password: user.password,
      }
      const { body } = await post(client, 'token', login)
      client.headers.authorization = `Bearer ${(JSON.parse(body) as { access_token: string }).access_token}`
      return user.name
    },
    async signOut(client) {
      await post(client, 'revoke', { token: client.headers.authorization!.replace('Bearer ', '') })
    },
    stop,
  }
}
