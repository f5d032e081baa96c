import { pbkdf2Sync, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { answers, startProgram } from '../lib/run-program.ts'
import type { App, Place, RunningApp } from './app.ts'

interface User {
  name: string
  password: string
}

/** One page that is the sign-in page for strangers: the same address shows the program to its user. */
export const qbittorrent: App = {
  name: 'qbittorrent',
  stack: 'C++, single page over an API',
  licence: 'GPL-2.0-or-later',
  debian: ['qbittorrent-nox'],
  languages: ['en', 'de', 'ja'],
  start: startQbittorrent,
}

export async function startQbittorrent({
  folder,
  port,
  language,
}: Pick<Place, 'folder' | 'port' | 'language'>): Promise<RunningApp & { origin: string; user: User }> {
  const user: User = { name: 'greta', password: 'quiet-harbour-41' }
  const configuration = join(folder, 'qBittorrent/config')
  await mkdir(configuration, { recursive: true })
  await writeFile(join(configuration, 'qBittorrent.conf'), settings(user, port, language))
  const origin = `http://127.0.0.1:${port}`
  const stop = await startProgram(
    { command: 'qbittorrent-nox', args: [`--profile=${folder}`], log: join(folder, 'log') },
    () => answers(origin),
  )
  const post = (path: string, form: Record<string, string> = {}) => ({
    url: `${origin}/api/v2/auth/${path}`,
    sending: { method: 'POST' as const, body: new URLSearchParams(form), headers: { referer: origin } },
  })
  return {
    origin,
    user,
    pages: {
      root: `${origin}/`,
      inner: `${origin}/index.html`,
      signIn: `${origin}/`,
      private: `${origin}/views/preferences.html`,
      privateText: 'WebUI',
    },
    async signIn(client) {
      const { url, sending } = post('login', { username: user.name, password: user.password })
      const { body } = await client.visit(url, sending)
      if (body !== 'Ok.') throw new Error(`qbittorrent says ${body}`)
      return user.name
    },
    async signOut(client) {
      const { url, sending } = post('logout')
      await client.visit(url, sending)
    },
    stop,
  }
}

function settings(user: User, port: number, language: string): string {
  const salt = randomBytes(16)
  const hash = pbkdf2Sync(user.password, salt, 100_000, 64, 'sha512')
  return [
    '[LegalNotice]',
    'Accepted=true',
    '[BitTorrent]',
    'Session\\DHTEnabled=false',
    'Session\\LSDEnabled=false',
    'Session\\Port=0',
    '[Preferences]',
    'WebUI\\Address=127.0.0.1',
    `WebUI\\Port=${port}`,
    `WebUI\\Username=${user.name}`,
    'WebUI\\LocalHostAuth=true',
    // Failed logins of a bench would shut everybody on this machine out.
    'WebUI\\MaxAuthenticationFailCount=100000',
    `WebUI\\Password_PBKDF2="@ByteArray(${salt.toString('base64')}:${hash.toString('base64')})"`,
    `General\\Locale=${language}`,
    'Connection\\UPnP=false',
    'General\\UseRandomPort=false',
  ].join('\n')
}
