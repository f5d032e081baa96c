import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { answers, runToEnd, startProgram } from '../lib/run-program.ts'
import { submitForm } from '../lib/submit-form.ts'
import type { App, Place, RunningApp } from './app.ts'

/** Perl; every page is the sign-in page for strangers. */
export const requestTracker: App = {
  name: 'request-tracker',
  stack: 'Perl, pages from the server',
  licence: 'GPL-2.0-only',
  debian: ['request-tracker5', 'rt5-standalone', 'rt5-db-sqlite'],
  languages: ['en'],
  start,
}

async function start({ folder, port }: Place): Promise<RunningApp> {
  const user = { name: 'leopold', password: 'thistle-garden-58' }
  const [snippets, cache] = [join(folder, 'snippets'), join(folder, 'cache')]
  await Promise.all([snippets, cache].map((each) => mkdir(each)))
  const site = join(folder, 'RT_SiteConfig.pm')
  await writeFile(site, settings(folder, port))
  const env = { RT_SITE_CONFIG: site, RT_SITE_CONFIG_DIR: snippets }
  const log = join(folder, 'log')
  await runToEnd({ command: 'rt-setup-database-5', args: ['--action', 'init', '--skip-create'], env, log })
  const seeds = join(folder, 'seeds')
  await writeFile(
    seeds,
    `@Users = ({ Name => '${user.name}', Password => '${user.password}', RealName => 'Leopold Aumann',
    EmailAddress => 'leopold@example.org', Privileged => 1 });
    @ACL = ({ UserId => '${user.name}', Right => 'SuperUser' }); 1;`,
  )
  await runToEnd({
    command: 'rt-setup-database-5',
    args: ['--action', 'insert', '--datafile', seeds],
    env,
    log,
  })
  const origin = `http://127.0.0.1:${port}`
  const server = '/usr/share/request-tracker5/libexec/rt-server'
  const stop = await startProgram(
    { command: server, args: ['--port', String(port), '--host', '127.0.0.1'], env, log },
    () => answers(origin),
  )
  return {
    pages: {
      root: `${origin}/`,
      inner: `${origin}/Search/Simple.html`,
      signIn: `${origin}/NoAuth/Login.html`,
      private: `${origin}/Prefs/AboutMe.html`,
      privateText: 'leopold@example.org',
    },
    async signIn(client) {
      const form = await client.visit(`${origin}/`)
      await submitForm(client, form, { user: user.name, pass: user.password })
      return user.name
    },
    async signOut(client) {
      await client.visit(`${origin}/NoAuth/Logout.html`)
    },
    stop,
  }
}

const settings = (folder: string, port: number) => `
Set($rtname, 'desk');
Set($Organization, 'desk');
Set($WebDomain, '127.0.0.1');
Set($WebPort, ${port});
Set($WebPath, '');
Set($DatabaseType, 'SQLite');
Set($DatabaseName, '${folder}/rt.sqlite');
Set($LogToFile, undef);
Set($LogToSyslog, undef);
Set($LogToSTDERR, 'warning');
Set($MasonDataDir, '${folder}/cache');
Set($WebSessionClass, 'Apache::Session::File');
1;
`
