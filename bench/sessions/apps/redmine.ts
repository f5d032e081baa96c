import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copyTree } from '../lib/php.ts'
import { answers, runToEnd, startProgram } from '../lib/run-program.ts'
import { submitForm } from '../lib/submit-form.ts'
import type { App, Place, RunningApp } from './app.ts'

/** Ruby on Rails: the login is in a signed cookie, and its token in the database ends with it. */
export const redmine: App = {
  name: 'redmine',
  stack: 'Ruby on Rails, pages from the server',
  licence: 'GPL-2.0-or-later',
  unpacked: 'redmine',
  debian: ['ruby-sqlite3', 'ruby-webrick'],
  languages: ['en', 'ru', 'ja'],
  start,
}

async function start({ folder, port, language, unpacked }: Place): Promise<RunningApp> {
  const user = { name: 'sigrid', password: 'silver-orchard-64' }
  const root = join(folder, 'root')
  await copyProgram(unpacked, root)
  const env = {
    RAILS_ENV: 'production',
    RAILS_SERVE_STATIC_FILES: '1',
    BUNDLE_GEMFILE: join(root, 'Gemfile'),
  }
  const program = (...args: string[]) => ({
    command: 'bundle',
    args: ['exec', ...args],
    cwd: root,
    env,
    log: join(folder, 'log'),
  })
  await runToEnd(program('rake', 'db:migrate'))
  const seeds = join(folder, 'seeds.rb')
  await writeFile(seeds, SEEDS)
  await runToEnd(program('rails', 'runner', seeds, user.name, user.password, language))
  const origin = `http://127.0.0.1:${port}`
  const stop = await startProgram(
    program('rails', 'server', '-u', 'webrick', '-b', '127.0.0.1', '-p', String(port)),
    () => answers(`${origin}/login`),
  )
  return {
    pages: {
      root: `${origin}/`,
      inner: `${origin}/projects`,
      signIn: `${origin}/login`,
      private: `${origin}/my/account`,
      privateText: 'user_mail',
    },
    async signIn(client) {
      const form = await client.visit(`${origin}/login`)
      await submitForm(client, form, { username: user.name, password: user.password })
      return user.name
    },
    async signOut(client) {
      const { body } = await client.visit(`${origin}/`)
      const token = /name="csrf-token" content="([^"]*)"/.exec(body)?.[1] ?? ''
      const form = new URLSearchParams({ authenticity_token: token })
      await client.visit(`${origin}/logout`, { method: 'POST', body: form })
    },
    stop,
  }
}

/** A copy of the package's files with an instance of its own in it. */
async function copyProgram(unpacked: string, root: string): Promise<void> {
  await copyTree(join(unpacked, 'usr/share/redmine'), root)
  const instance = join(root, 'instances/default')
  await Promise.all(
    ['Gemfile.lock', 'config/database.yml'].map((each) => rm(join(root, each), { force: true })),
  )
  for (const each of ['config', 'tmp', 'log', 'files']) await mkdir(join(instance, each), { recursive: true })
  const database = `production:\n  adapter: sqlite3\n  database: ${join(instance, 'db.sqlite3')}\n`
  await writeFile(join(instance, 'config/database.yml'), database)
  await writeFile(join(instance, 'config/secret_key.txt'), '0123456789abcdef'.repeat(8))
  if (!(await readFile(join(root, 'Gemfile'), 'utf8')).includes('webrick'))
    await appendFile(join(root, 'Gemfile'), "\ngem 'webrick'\n")
}

const SEEDS = `
name, password, language = ARGV
Redmine::DefaultData::Loader.load(language) if Redmine::DefaultData::Loader.no_data?
Setting.default_language = language
user = User.new(firstname: 'Sigrid', lastname: 'Bjork', mail: 'sigrid@example.org', language: language)
user.login = name
user.password = user.password_confirmation = password
user.save!
Project.create!(name: 'Harbour', identifier: 'harbour', is_public: true)
`
