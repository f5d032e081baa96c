import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { API_ROOT } from '@gleaner/contracts'
import { refuseOtherMethods } from '@gleaner/http-api'
import { type Request, type Response, Router } from 'express'
import type { Context } from '../context.ts'
import { once } from '../once.ts'

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../../../../docs')
/** Folders of documents that are for callers and operators, not about how the service is built. */
const FOLDERS = ['guides', 'reference']
const MAX_AGE = 'public, max-age=3600'

/** A sheet of paper with what was gleaned from it, in the green of the pages. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#17613f"/><path d="M9 23V11m0 6h7m-7 6h14M9 11h10" stroke="#fff" stroke-width="3" stroke-linecap="round" fill="none"/></svg>`

/** What is asked for at the root of every site: `/robots.txt`, `/llms.txt`, an icon, and each document of `docs` as Markdown. */
export function documents({ config }: Pick<Context, 'config'>): Router {
  const router = Router()
  const base = config.PUBLIC_URL.replace(/\/$/, '')
  const pages = once(readDocuments)
  const texts: Record<string, [type: string, make: () => string | Promise<string>]> = {
    '/robots.txt': [
      'text/plain',
      () => `User-agent: *\nDisallow: ${API_ROOT}/\nDisallow: /admin/\nAllow: /\n`,
    ],
    '/llms.txt': ['text/plain', async () => llmsText(base, await pages())],
    '/favicon.svg': ['image/svg+xml', () => ICON],
    '/favicon.ico': ['image/svg+xml', () => ICON],
  }
  for (const [path, [type, make]] of Object.entries(texts)) {
    router.get(path, async (_request: Request, response: Response) => {
      response.setHeader('Cache-Control', MAX_AGE)
      response.type(type).send(await make())
    })
    refuseOtherMethods(router, path, ['GET'])
  }
  router.get('/docs/*path', async (request: Request, response: Response, next) => {
    const page = (await pages()).get(request.path.slice('/docs/'.length))
    if (page === undefined) return next()
    response.setHeader('Cache-Control', MAX_AGE)
    response.type('text/markdown').send(page)
  })
  return router
}

/** By their paths below `docs`. */
async function readDocuments(): Promise<Map<string, string>> {
  const names = await Promise.all(
    FOLDERS.map(async (folder) => (await readdir(join(FOLDER, folder))).map((name) => `${folder}/${name}`)),
  )
  const markdown = ['glossary.md', ...names.flat().sort()].filter((name) => name.endsWith('.md'))
  return new Map(
    await Promise.all(
      markdown.map(async (name) => [name, await readFile(join(FOLDER, name), 'utf8')] as const),
    ),
  )
}

/** https://llmstxt.org: what the service is, and where a program finds the rest. */
function llmsText(base: string, pages: ReadonlyMap<string, string>): string {
  const line = ([path, text]: [string, string]) => `- [${titleOf(text, path)}](${base}/docs/${path})`
  const of = (folder: string) => [...pages].filter(([path]) => path.startsWith(`${folder}/`)).map(line)
  return [
    '# Gleaner',
    '> Fetches web pages and returns them as Markdown, text, JSON or HTML, by the cheapest way that works.',
    `One page: \`GET ${base}${API_ROOT}/scrape?url=https://example.com\` with the header \`X-API-Key\`. The whole API: ${base}/openapi.json.`,
    `## Guides\n\n${of('guides').join('\n')}`,
    `## Reference\n\n${of('reference').join('\n')}`,
    '',
  ].join('\n\n')
}

function titleOf(text: string, path: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? path
}
