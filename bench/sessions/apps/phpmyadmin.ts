import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startMariaDb } from '../lib/mariadb.ts'
import { copyTree, startPhp } from '../lib/php.ts'
import { submitForm } from '../lib/submit-form.ts'
import type { App, Place, RunningApp } from './app.ts'

/** Its users are the database's; it answers the sign-in page with 200 at any address. */
export const phpmyadmin: App = {
  name: 'phpmyadmin',
  stack: 'PHP, pages from the server and scripts',
  licence: 'GPL-2.0-only',
  debian: ['phpmyadmin', 'mariadb-server', 'php-cli', 'php-mysql', 'php-mbstring', 'php-xml'],
  languages: ['en', 'es', 'tr'],
  start,
}

async function start({ folder, port, language }: Place): Promise<RunningApp> {
  const user = { name: 'henrike', password: 'velvet-anchor-52' }
  const database = await startMariaDb(folder)
  await database.execute(`CREATE DATABASE ledger; CREATE TABLE ledger.entry (id INT PRIMARY KEY, note TEXT);
    CREATE USER '${user.name}'@'%' IDENTIFIED BY '${user.password}'; GRANT ALL ON ledger.* TO '${user.name}'@'%';`)
  const root = join(folder, 'root')
  await copyTree('/usr/share/phpmyadmin', root)
  const vendor = join(root, 'libraries/vendor_config.php')
  const configuration = join(folder, 'config.inc.php')
  const packaged = await readFile(vendor, 'utf8')
  const own = packaged
    .replace('/etc/phpmyadmin/config.inc.php', configuration)
    .replaceAll('/var/lib/phpmyadmin/tmp/', `${folder}/`)
  await writeFile(vendor, own)
  await writeFile(configuration, settings(database.port, language, folder))
  const stop = await startPhp({ folder, root, port })
  const page = (path: string) => `http://127.0.0.1:${port}/${path}`
  return {
    pages: {
      root: page(''),
      inner: page('index.php?route=/server/databases'),
      signIn: page('index.php?route=/'),
      private: page('index.php?route=/database/structure&db=ledger'),
      privateText: 'entry',
    },
    async signIn(client) {
      const form = await client.visit(page(''))
      await submitForm(client, form, { pma_username: user.name, pma_password: user.password })
      return user.name
    },
    async signOut(client) {
      const { body } = await client.visit(page('index.php?route=/'))
      const token = /name="token" value="([^"]*)"/.exec(body)?.[1] ?? ''
      await client.visit(page('index.php?route=/logout'), {
        method: 'POST',
        body: new URLSearchParams({ token }),
      })
    },
    async stop() {
      await stop()
      await database.stop()
    },
  }
}

const settings = (port: number, language: string, folder: string) => `<?php
$cfg['blowfish_secret'] = 'bench-of-sessions-32-characters!';
$cfg['DefaultLang'] = '${language}';
$cfg['Lang'] = '${language}';
$cfg['TempDir'] = '${folder}';
$cfg['VersionCheck'] = false;
$cfg['Servers'][1] = ['auth_type' => 'cookie', 'host' => '127.0.0.1', 'port' => '${port}', 'AllowNoPassword' => false];
`
