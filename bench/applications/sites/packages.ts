import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { answers, runToEnd, startProgram } from '../../sessions/lib/run-program.ts'
import type { Place, Site } from './site.ts'

/** Servers from npm with pages of their own. */
export const PACKAGES: Site[] = [
  {
    name: 'tiddlywiki',
    npm: ['tiddlywiki@5.4.1'],
    async start(place) {
      const wiki = join(place.folder, 'wiki')
      await runNode(place, ['tiddlywiki/tiddlywiki.js', wiki, '--init', 'server'])
      return await node(place, [
        'tiddlywiki/tiddlywiki.js',
        wiki,
        '--listen',
        `port=${place.port}`,
        'host=127.0.0.1',
      ])
    },
    pages: { '/': { has: ['GettingStarted'] } },
  },
  {
    name: 'json-server',
    npm: ['json-server@0.17.4'],
    async start(place) {
      const file = join(place.folder, 'db.json')
      await writeFile(
        file,
        JSON.stringify({ boats: [{ id: 1, name: 'Marigold' }], piers: [{ id: 1, name: 'East' }] }),
      )
      return await node(place, [
        'json-server/lib/cli/bin.js',
        file,
        '--host',
        '127.0.0.1',
        '--port',
        String(place.port),
      ])
    },
    pages: {
      '/': { has: ['Congrats!', '/boats', '/piers'] },
      '/boats': { has: ['Marigold'] },
    },
  },
  {
    name: 'serve',
    npm: ['serve@14.2.7'],
    async start(place) {
      await writeFile(join(place.folder, 'tide-table.pdf.txt'), 'High water at 6')
      await writeFile(join(place.folder, 'log-of-march.txt'), 'Fog')
      return await node(place, [
        'serve/build/main.js',
        place.folder,
        '-l',
        `tcp://127.0.0.1:${place.port}`,
        '--no-port-switching',
      ])
    },
    pages: { '/': { has: ['tide-table.pdf.txt', 'log-of-march.txt'] } },
  },
  {
    name: 'ungit',
    npm: ['ungit@1.5.30'],
    start: async (place) =>
      await node(place, [
        'ungit/bin/ungit',
        `--port=${place.port}`,
        '--no-launchBrowser',
        '--ungitBindIp=127.0.0.1',
      ]),
    pages: { '/': { has: ['Enter a path to a repository to get started!'] } },
  },
]

async function node({ folder, port, modules }: Place, [script, ...args]: string[]) {
  return await startProgram(
    {
      command: process.execPath,
      args: [join(modules, script!), ...args],
      cwd: folder,
      env: { HOME: folder },
      log: join(folder, 'server.log'),
    },
    () => answers(`http://127.0.0.1:${port}/`),
  )
}

async function runNode({ folder, modules }: Place, [script, ...args]: string[]) {
  await runToEnd({
    command: process.execPath,
    args: [join(modules, script!), ...args],
    cwd: folder,
    log: join(folder, 'set-up.log'),
  })
}
