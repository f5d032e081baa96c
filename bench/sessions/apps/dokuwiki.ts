import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copyTree, runPhp, startPhp } from '../lib/php.ts'
import { submitForm } from '../lib/submit-form.ts'
import type { App, Place, RunningApp } from './app.ts'

/** Cookies that are HttpOnly, one of them lasting a year. */
export const dokuwiki: App = {
  name: 'dokuwiki',
  stack: 'PHP, pages from the server',
  licence: 'GPL-2.0-only',
  debian: ['dokuwiki', 'php-cli', 'php-xml', 'php-mbstring'],
  languages: ['en', 'fr', 'pl'],
  start,
}

const USER = 'wanda'
const SHOWN_NAME = 'Wanda Kowalczyk'

async function start({ folder, port, language }: Place): Promise<RunningApp> {
  const [root, settings, data] = ['root', 'conf', 'data'].map((each) => join(folder, each)) as [
    string,
    string,
    string,
  ]
  await copyTree('/usr/share/dokuwiki', root)
  await copyTree('/var/lib/dokuwiki/data', data)
  await copyTree('/etc/dokuwiki', settings)
  await writeFile(join(root, 'inc/preload.php'), `<?php define('DOKU_CONF', '${settings}/');`)
  await writeFile(join(settings, 'local.php'), configuration(data, language))
  await writeFile(join(settings, 'acl.auth.php'), '# <?php exit()?>\n*\t@ALL\t1\n*\t@user\t8\n')
  let password = ''
  const setPassword = async () => {
    password = randomUUID()
    await runPhp(folder, ['-r', SET_PASSWORD, join(settings, 'users.auth.php'), USER, password, REST_OF_LINE])
  }
  await setPassword()
  const stop = await startPhp({ folder, root, port })
  const page = (query: string) => `http://127.0.0.1:${port}/doku.php${query}`
  return {
    pages: {
      root: page(''),
      inner: page('?id=wiki:syntax'),
      signIn: page('?id=start&do=login'),
      private: page('?id=start&do=profile'),
      privateText: 'name="newpass"',
    },
    async signIn(client) {
      const form = await client.visit(page('?id=start&do=login'))
      await submitForm(client, form, { u: USER, p: password })
      return SHOWN_NAME
    },
    async signOut(client) {
      const { body } = await client.visit(page('?id=start'))
      const link = /href="([^"]*do=logout[^"]*)"/.exec(body)?.[1]
      if (!link) throw new Error('dokuwiki shows no way out')
      await client.visit(new URL(link.replaceAll('&amp;', '&'), page('')).href)
      // Its cookie holds the password, sealed, and stays good until that changes.
      await setPassword()
    },
    stop,
  }
}

const SET_PASSWORD =
  "file_put_contents($argv[1], $argv[2].':'.password_hash($argv[3], PASSWORD_BCRYPT).$argv[4]);"
const REST_OF_LINE = `:${SHOWN_NAME}:wanda@example.org:user\n`

const configuration = (data: string, language: string) =>
  `<?php\n$conf['title'] = 'House Wiki';\n$conf['lang'] = '${language}';\n$conf['useacl'] = 1;\n$conf['superuser'] = '@admin';
$conf['savedir'] = '${data}';\n$conf['updatecheck'] = 0;\n`
