import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { answers, runToEnd, startProgram } from '../../sessions/lib/run-program.ts'
import type { Place, Reading, Site } from './site.ts'

const LOG: Reading = { has: ['Keep the lamp oil in stock', 'Note who minds the light', 'Ada Pilchard'] }
const DIFF: Reading = {
  has: ['Keep the lamp oil in stock', 'three cans of oil', 'two cans of oil', 'stock.txt'],
}
const FILES: Reading = { has: ['stock.txt', 'keepers.txt'] }

/** What shows a repository in a browser, each of them with the same two commits. */
export const REPOSITORIES: Site[] = [
  {
    name: 'cgit',
    debian: ['cgit', 'lighttpd', 'git'],
    async start(place) {
      const repository = await gitRepository(place)
      const settings = join(place.folder, 'cgitrc')
      await writeFile(
        settings,
        `css=/cgit.css\nroot-title=Lighthouse repositories\nenable-http-clone=0\nrepo.url=light\nrepo.path=${repository}/.git\nrepo.desc=Stock of the lighthouse\nrepo.owner=Ada Pilchard\n`,
      )
      return await lighttpd(place, [
        `setenv.add-environment = ( "CGIT_CONFIG" => "${settings}" )`,
        'alias.url = ( "/cgit" => "/usr/lib/cgit/cgit.cgi" )',
      ])
    },
    pages: {
      '/cgit/': { has: ['Lighthouse repositories', 'Stock of the lighthouse', 'Ada Pilchard'] },
      '/cgit/light/log/': LOG,
      '/cgit/light/tree/': FILES,
      '/cgit/light/commit/': DIFF,
      '/cgit/light/diff/': { has: ['three cans of oil', 'two cans of oil', 'stock.txt'] },
    },
  },
  {
    name: 'gitweb',
    debian: ['gitweb', 'lighttpd', 'git', 'libcgi-pm-perl'],
    async start(place) {
      await gitRepository(place)
      const settings = join(place.folder, 'gitweb.conf')
      await writeFile(settings, `$projectroot = '${place.folder}';\n$site_name = 'Lighthouse';\n`)
      return await lighttpd(place, [
        `setenv.add-environment = ( "GITWEB_CONFIG" => "${settings}" )`,
        'alias.url = ( "/git" => "/usr/share/gitweb/gitweb.cgi" )',
      ])
    },
    pages: {
      '/git?p=light/.git;a=log': LOG,
      '/git?p=light/.git;a=tree': FILES,
      '/git?p=light/.git;a=commitdiff': DIFF,
      '/git?p=light/.git;a=summary': {
        has: ['Keep the lamp oil in stock', 'Note who minds the light', 'shortlog'],
      },
    },
  },
  {
    name: 'mercurial',
    debian: ['mercurial'],
    async start(place) {
      const folder = join(place.folder, 'light')
      await sh(place, `hg init light`)
      await commits(place, folder, (message) => `hg commit -A -q -u 'Ada Pilchard' -m '${message}'`)
      return await startProgram(
        {
          command: 'hg',
          args: ['serve', '--address', '127.0.0.1', '--port', String(place.port), '-R', folder],
          cwd: place.folder,
          log: join(place.folder, 'hg.log'),
        },
        () => answers(`http://127.0.0.1:${place.port}/`),
      )
    },
    pages: { '/': LOG, '/rev/tip': DIFF, '/file/tip': FILES },
  },
  {
    name: 'fossil',
    debian: ['fossil'],
    async start(place) {
      const folder = join(place.folder, 'light')
      await sh(place, 'fossil init light.fossil --admin-user ada --project-name Lighthouse && mkdir light')
      await sh(place, 'cd light && fossil open ../light.fossil --user ada')
      await commits(
        place,
        folder,
        (message) => `fossil add . && fossil commit --no-warnings -m '${message}' --user-override ada`,
      )
      return await startProgram(
        {
          command: 'fossil',
          args: ['server', '--localhost', '--port', String(place.port), join(place.folder, 'light.fossil')],
          cwd: place.folder,
          env: { HOME: place.folder, USER: 'ada' },
          log: join(place.folder, 'fossil.log'),
        },
        () => answers(`http://127.0.0.1:${place.port}/`),
      )
    },
    pages: {
      '/timeline': { has: ['Keep the lamp oil in stock', 'Note who minds the light'] },
      '/dir?ci=tip': FILES,
      '/info/tip': { has: ['Keep the lamp oil in stock', 'three cans of oil', 'two cans of oil'] },
    },
  },
]

async function gitRepository(place: Place): Promise<string> {
  const folder = join(place.folder, 'light')
  await sh(place, 'git init -q -b main light && echo "Stock of the lighthouse" > light/.git/description')
  await commits(
    place,
    folder,
    (message) =>
      `git add . && git -c user.name='Ada Pilchard' -c user.email=ada@light.example commit -q -m '${message}'`,
  )
  return folder
}

async function commits(place: Place, folder: string, commit: (message: string) => string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'keepers.txt'), 'Monday: Ada\nTuesday: Bruno\n')
  await writeFile(join(folder, 'stock.txt'), 'two cans of oil\none spare wick\n')
  await sh(place, `cd ${folder} && ${commit('Note who minds the light')}`)
  await writeFile(join(folder, 'stock.txt'), 'three cans of oil\none spare wick\n')
  await sh(place, `cd ${folder} && ${commit('Keep the lamp oil in stock')}`)
}

async function sh({ folder }: Place, script: string): Promise<void> {
  const env = { HOME: folder, USER: 'ada' }
  await runToEnd({ command: 'sh', args: ['-ec', script], cwd: folder, env, log: join(folder, 'set-up.log') })
}

async function lighttpd(place: Place, lines: string[]) {
  const { folder, port } = place
  const settings = join(folder, 'lighttpd.conf')
  await writeFile(
    settings,
    [
      'server.modules = ( "mod_setenv", "mod_alias", "mod_cgi" )',
      `server.document-root = "${folder}"\nserver.bind = "127.0.0.1"\nserver.port = ${port}`,
      `server.errorlog = "${folder}/error.log"`,
      'cgi.assign = ( "cgit.cgi" => "", "gitweb.cgi" => "/usr/bin/perl" )',
      ...lines,
    ].join('\n'),
  )
  return await startProgram(
    {
      command: '/usr/sbin/lighttpd',
      args: ['-D', '-f', settings],
      cwd: folder,
      log: join(folder, 'lighttpd.log'),
    },
    () => answers(`http://127.0.0.1:${port}/`),
  )
}
