import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { App, Pages, RunningApp } from './apps/app.ts'
import { APPS, isForDevelopment } from './apps/index.ts'
import { type Renderer, startRenderer } from './lib/render.ts'
import { STATES, type State, visitorIn } from './lib/states.ts'
import type { Visit } from './lib/web-client.ts'
import { withApp } from './lib/with-app.ts'

const PAGES = ['root', 'inner', 'signIn', 'private'] as const satisfies (keyof Pages)[]
/** Scripts and styles within a page that are longer are cut: nothing that is judged stands in them. */
const LONGEST_SCRIPT = 4_000

/**
 * Writes the pages of the applications for development, as each state gets them: `recorded/<app>/<language>/<state>-<page>.json`
 * and, rendered in a browser, `...-rendered.json`. `--app <name>`: that one alone.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      app: { type: 'string' },
      out: { type: 'string', default: join(import.meta.dirname, 'recorded') },
    },
  })
  for (const app of APPS.filter(
    (each) => isForDevelopment(each) && (!values.app || each.name === values.app),
  ))
    for (const language of app.languages) {
      const folder = join(values.out, app.name, language)
      await mkdir(folder, { recursive: true })
      await withApp(app, language, (running) => record(app, running, folder, language === app.languages[0]))
      console.log(`${app.name} ${language}`)
    }
}

async function record(app: App, running: RunningApp, folder: string, isRendered: boolean): Promise<void> {
  const renderer = isRendered ? await startRenderer(new URL(running.pages.root).host) : undefined
  try {
    for (const state of STATES) await recordState(app, running, state, folder, renderer)
  } finally {
    await renderer?.close()
  }
}

async function recordState(app: App, running: RunningApp, state: State, folder: string, renderer?: Renderer) {
  const { client, shownName } = await visitorIn(state, running)
  for (const page of PAGES) {
    const url = running.pages[page]
    const write = (name: string, { url: finalUrl, body, ...visit }: Visit) => {
      const about = { app: app.name, state, page, user: state === 'signed-in' ? shownName : null }
      const text = JSON.stringify({ ...about, url, finalUrl, ...visit, body: shorten(body) }, null, 1)
      return writeFile(join(folder, `${state}-${page}${name}.json`), text)
    }
    // Each page is as a first request with these cookies gets it: what it sets is not kept.
    const visitor = await client.copy()
    await write('', await visitor.visit(url))
    if (renderer) await write('-rendered', await renderer.render(url, await client.copy()))
  }
}

function shorten(body: string): string {
  return body.replace(/(<(script|style)\b[^>]*>)([\s\S]*?)(<\/\2>)/gi, (all, open, _name, text, close) =>
    text.length > LONGEST_SCRIPT ? `${open}/* ${text.length} characters */${close}` : all,
  )
}

await main()
