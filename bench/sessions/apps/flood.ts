import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@gleaner/local-servers/free-port'
import { answers, startProgram } from '../lib/run-program.ts'
import { WebClient } from '../lib/web-client.ts'
import type { App, Place, RunningApp } from './app.ts'
import { startQbittorrent } from './qbittorrent.ts'

/** A single page whose login is a signed token in a cookie (HttpOnly, SameSite=Strict, with an expiry). */
export const flood: App = {
  name: 'flood',
  stack: 'Node, React, JWT in a cookie',
  licence: 'GPL-3.0-only',
  npm: ['flood@4.16.2'],
  debian: ['qbittorrent-nox'],
  languages: ['en'],
  start,
}

const PASSWORD = 'green-lantern-77'

async function start({ folder, port, modules }: Place): Promise<RunningApp> {
  const [own, torrents] = [join(folder, 'flood'), join(folder, 'torrents')]
  await Promise.all([own, torrents].map((each) => mkdir(each)))
  const backend = await startQbittorrent({ folder: torrents, port: await freePort(), language: 'en' })
  const origin = `http://127.0.0.1:${port}`
  const args = [join(modules, 'flood/dist/index.js'), '--rundir', own, '--port', String(port)]
  const stop = await startProgram({ command: process.execPath, args, log: join(folder, 'log') }, () =>
    answers(origin),
  )
  const keeper = new WebClient()
  const register = (client: WebClient, username: string) =>
    post(client, `${origin}/api/auth/register`, { ...newUser(username), client: backendOf(backend) })
  await register(keeper, 'keeper')
  // Its tokens cannot be called back but with their user: each sign-in is by a user of its own.
  let count = 0
  const users = new WeakMap<WebClient, string>()
  return {
    pages: {
      root: `${origin}/`,
      inner: `${origin}/overview`,
      signIn: `${origin}/login`,
      private: `${origin}/api/auth/users`,
      privateText: 'keeper',
    },
    async signIn(client) {
      const username = `ottokar${++count}`
      // By a copy: the answer signs whoever asks in as the new user.
      await register(await keeper.copy(), username)
      await post(client, `${origin}/api/auth/authenticate`, { username, password: PASSWORD })
      users.set(client, username)
      return username
    },
    async signOut(client) {
      await client.visit(`${origin}/api/auth/logout`)
      const address = `${origin}/api/auth/users/${users.get(client)}`
      const answer = await keeper.visit(address, { method: 'DELETE' })
      if (answer.status !== 200) throw new Error(`flood answers ${answer.status}: ${answer.body}`)
    },
    async stop() {
      await stop()
      await backend.stop()
    },
  }
}

const newUser = (username: string) => ({ username, password: PASSWORD, level: 10 })

/** It refuses a user without a torrent client. */
function backendOf({ origin, user }: Awaited<ReturnType<typeof startQbittorrent>>) {
  const login = { username: user.name, password: user.password }
  return { client: 'qBittorrent', type: 'web', version: 1, url: origin, ...login }
}

async function post(client: WebClient, address: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await client.visit(address, { method: 'POST', body: JSON.stringify(body), headers })
  if (answer.status !== 200) throw new Error(`flood answers ${answer.status}: ${answer.body}`)
}
