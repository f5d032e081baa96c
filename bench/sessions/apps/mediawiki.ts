import { appendFile, mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { runPhp, startPhp } from '../lib/php.ts'
import { submitForm } from '../lib/submit-form.ts'
import type { App, Place, RunningApp } from './app.ts'

const PROGRAM = '/usr/share/mediawiki'

/** Below a path, with an interface in many languages. */
export const mediawiki: App = {
  name: 'mediawiki',
  stack: 'PHP, pages from the server',
  licence: 'GPL-2.0-or-later',
  debian: ['mediawiki', 'php-cli', 'php-sqlite3', 'php-intl', 'php-mbstring', 'php-xml', 'php-curl'],
  languages: ['en', 'de', 'ja', 'ru'],
  start,
}

async function start({ folder, port, language }: Place): Promise<RunningApp> {
  const user = { name: 'Rosalind', password: 'amber-window-93-lake' }
  const settings = join(folder, 'settings')
  const root = join(folder, 'root')
  await Promise.all([mkdir(settings), mkdir(root)])
  await symlink(PROGRAM, join(root, 'wiki'))
  const origin = `http://127.0.0.1:${port}`
  const options = {
    dbtype: 'sqlite',
    dbpath: folder,
    dbname: 'wiki',
    server: origin,
    scriptpath: '/wiki',
    lang: language,
    pass: user.password,
    confpath: settings,
    skins: 'Vector',
  }
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  await runPhp(folder, [`${PROGRAM}/maintenance/install.php`, ...args, 'The Reading Room', user.name])
  const file = join(settings, 'LocalSettings.php')
  await appendFile(
    file,
    `\n$wgCacheDirectory = '${folder}';\n$wgMainCacheType = CACHE_DB;\n$wgJobRunRate = 0;\n`,
  )
  const stop = await startPhp({ folder, root, port, env: { MW_CONFIG_FILE: file } })
  const page = (title: string) => `${origin}/wiki/index.php?title=${title}`
  return {
    pages: {
      root: `${origin}/wiki/index.php`,
      inner: page('Special:RecentChanges'),
      signIn: page('Special:UserLogin'),
      private: page('Special:Preferences'),
      privateText: 'mw-prefsection-personal',
    },
    async signIn(client) {
      const form = await client.visit(page('Special:UserLogin'))
      await submitForm(client, form, { wpName: user.name, wpPassword: user.password })
      return user.name
    },
    async signOut(client) {
      const form = await client.visit(page('Special:UserLogout'))
      await submitForm(client, form, { wpEditToken: tokenOf(form.body) })
    },
    stop,
  }
}

const tokenOf = (body: string) =>
  /name="wpEditToken"[^>]*value="([^"]*)"|value="([^"]*)"[^>]*name="wpEditToken"/
    .exec(body)
    ?.slice(1)
    .find(Boolean) ?? ''
