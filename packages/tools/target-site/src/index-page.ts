import { layout } from './layout.ts'
import { HTML, send } from './respond.ts'
import type { Route, RouteGroup } from './route.ts'

/** The front page: lists every route with what it is for. */
export function indexRoute(groups: RouteGroup[]): Route {
  const html = layout('Welcome to Port Selwyn', INTRODUCTION + groups.map(section).join('\n'))
  return { path: '/', about: 'This page.', handle: ({ response }) => send(response, 200, HTML, html) }
}

const INTRODUCTION = `<p>This little website behaves like the web at large: some pages are plain, some need a
browser, some say no to robots, some never end. Scrape any of them and see what comes back.</p>
<p>Benchmarks ask for <a href="/bench/20kb">an article of 20 KB</a>, or of 5kb, 100kb and 500kb.</p>`

function section({ title, routes }: RouteGroup): string {
  const items = routes.map(({ path, example, about }) => {
    const address = example ?? path
    return `<li><a href="${address}"><code>${address}</code></a> ${about}</li>`
  })
  return `<h2>${title}</h2>\n<ul>\n${items.join('\n')}\n</ul>`
}
