import { readFileSync } from 'node:fs'
import { HTML, send } from './respond.ts'
import type { Route } from './route.ts'

/** A route that serves `pages/<path>.html`; `{{origin}}` in it becomes the address the visitor used. */
export function page(path: string, about: string, headers: Record<string, string> = {}): Route {
  const text = readFileSync(new URL(`./pages${path}.html`, import.meta.url), 'utf8')
  return {
    path,
    about,
    handle: ({ response, url }) =>
      send(response, 200, { ...HTML, ...headers }, text.replaceAll('{{origin}}', url.origin)),
  }
}
