import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startMariaDb } from '../lib/mariadb.ts'
import { copyTree, startPhp } from '../lib/php.ts'
import { submitForm } from '../lib/submit-form.ts'
import { WebClient } from '../lib/web-client.ts'
import type { App, Place, RunningApp } from './app.ts'

/** Below a path; cookies of several paths, two of which only its administration gets. */
export const wordpress: App = {
  name: 'wordpress',
  stack: 'PHP, pages from the server',
  licence: 'GPL-2.0-or-later',
  debian: [
    'wordpress',
    'wordpress-theme-twentytwentythree',
    'mariadb-server',
    'php-cli',
    'php-mysql',
    'php-xml',
    'php-gd',
  ],
  languages: ['en'],
  start,
}

async function start({ folder, port }: Place): Promise<RunningApp> {
  const user = { name: 'bertrand', password: 'marble-lantern-35' }
  const database = await startMariaDb(folder)
  await database.execute(
    `CREATE DATABASE blog; CREATE USER blog@'%' IDENTIFIED BY 'blog'; GRANT ALL ON blog.* TO blog@'%';`,
  )
  const root = join(folder, 'root')
  await copyTree('/usr/share/wordpress', join(root, 'blog'))
  const origin = `http://127.0.0.1:${port}/blog`
  await writeFile(join(root, 'blog/wp-config.php'), settings(database.port, origin))
  const stop = await startPhp({ folder, root, port })
  const installer = new WebClient()
  const form = await installer.visit(`${origin}/wp-admin/install.php?language=`)
  await submitForm(installer, form, {
    weblog_title: 'Field Notes',
    user_name: user.name,
    admin_password: user.password,
    admin_password2: user.password,
    pw_weak: 'on',
    admin_email: 'bertrand@example.org',
  })
  return {
    pages: {
      root: `${origin}/`,
      inner: `${origin}/?p=1`,
      signIn: `${origin}/wp-login.php`,
      private: `${origin}/wp-admin/profile.php`,
      privateText: 'bertrand@example.org',
    },
    async signIn(client) {
      const page = await client.visit(`${origin}/wp-login.php`)
      await submitForm(client, page, { log: user.name, pwd: user.password, rememberme: 'forever' })
      return user.name
    },
    async signOut(client) {
      const page = await client.visit(`${origin}/wp-admin/profile.php`)
      const link = /href=["']([^"']*action=logout[^"']*)["']/.exec(page.body)?.[1]
      if (!link) throw new Error('wordpress shows no way out')
      await client.visit(link.replaceAll('&amp;', '&').replaceAll('&#038;', '&'))
    },
    async stop() {
      await stop()
      await database.stop()
    },
  }
}

const SALTS = ['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'].flatMap((each) => [`${each}_KEY`, `${each}_SALT`])

const settings = (port: number, origin: string) => `<?php
define('DB_NAME', 'blog');
define('DB_USER', 'blog');
define('DB_PASSWORD', 'blog');
define('DB_HOST', '127.0.0.1:${port}');
define('DB_CHARSET', 'utf8mb4');
define('WP_HOME', '${origin}');
define('WP_SITEURL', '${origin}');
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
${SALTS.map((each) => `define('${each}', '${each.toLowerCase()} of a bench');`).join('\n')}
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`
