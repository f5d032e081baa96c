import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '@gleaner/local-servers/free-port'
import { table } from '../lib/table.ts'
import { install } from '../sessions/lib/install.ts'
import { withService } from '../sessions/lib/service.ts'
import { withApp } from '../sessions/lib/with-app.ts'
import { checkPage } from './check-page.ts'
import { API_REFERENCES } from './sites/api-references.ts'
import { DOCUMENTATION } from './sites/documentation.ts'
import { GENERATORS } from './sites/generators.ts'
import { LIBRARIES } from './sites/libraries.ts'
import { PACKAGES } from './sites/packages.ts'
import { REPOSITORIES } from './sites/repositories.ts'
import { SCRIPTS } from './sites/scripts.ts'
import type { Reading, Site } from './sites/site.ts'
import { WITH_LOGIN } from './sites/with-login.ts'

const SITES: Site[] = [
  ...DOCUMENTATION,
  ...GENERATORS,
  ...API_REFERENCES,
  ...SCRIPTS,
  ...REPOSITORIES,
  ...PACKAGES,
  ...LIBRARIES,
]

/**
 * Scrapes pages of real software in auto mode and says which came out right at once: all that a person reads there, and
 * nothing of what surrounds it. Installs what is missing from Debian and npm (root; some gigabytes), and starts a stack of its own.
 * `--only <name,name>`: those alone; `--verbose`: the Markdown of what was wrong.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, verbose: { type: 'boolean', default: false } },
  })
  const wanted = ({ name }: { name: string }) => !values.only || values.only.split(',').includes(name)
  const rows: string[][] = []
  await withService(async (service) => {
    const key = await service.newAccount()
    const note = async (name: string, base: string, path: string, reading: Reading) => {
      const reply = await service.call(key, 'POST', '/scrape', {
        url: new URL(path, base).href,
        formats: ['markdown'],
      })
      const { right, tier, why } = checkPage(reply, reading)
      rows.push([name, path, tier, right ? 'right' : 'wrong', why])
      console.log(`${right ? 'right' : 'WRONG'} ${name} ${path} (tier ${tier}) ${why}`)
      if (!right && values.verbose) console.log(reply.body.content?.markdown)
    }
    for (const site of SITES.filter(wanted)) {
      await withSite(site, async (base) => {
        for (const [path, reading] of Object.entries(site.pages)) await note(site.name, base, path, reading)
      }).catch((error: unknown) => console.log(`LEFT OUT ${site.name}: ${error}`))
    }
    for (const { app, readings } of WITH_LOGIN.filter(({ app }) => wanted(app))) {
      await withApp(app, app.languages[0], async ({ pages }) => {
        for (const [page, reading] of Object.entries(readings))
          await note(app.name, pages[page as 'root'], '', reading)
      }).catch((error: unknown) => console.log(`LEFT OUT ${app.name}: ${error}`))
    }
  })
  const right = rows.filter(([, , , verdict]) => verdict === 'right').length
  const names = Map.groupBy(rows, ([name]) => name)
  const whole = [...names.values()].filter((pages) =>
    pages.every(([, , , verdict]) => verdict === 'right'),
  ).length
  console.log(table(['software', 'page', 'tier', 'verdict', 'why'], rows))
  console.log(`${right} of ${rows.length} pages right; all pages of ${whole} of ${names.size} right`)
}

async function withSite(site: Site, use: (base: string) => Promise<void>): Promise<void> {
  const installed = await install(site)
  const folder = await mkdtemp(join(tmpdir(), `gleaner-${site.name}-`))
  const port = await freePort()
  try {
    const stop = await site.start({ folder, port, modules: installed.modules })
    await use(`http://127.0.0.1:${port}`).finally(stop)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

await main()
