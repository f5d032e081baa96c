import { API_ROOT } from '@gleaner/contracts'
import { refuseOtherMethods } from '@gleaner/http-api'
import { readSkill } from '@gleaner/mcp'
import { createDocument } from '@gleaner/openapi'
import { html } from '@gleaner/security/html'
import { type Request, type Response, Router } from 'express'
import type { Context } from '../context.ts'
import { docsPage } from '../docs/docs-page.ts'
import {
  type DocumentSet,
  fieldSections,
  readDocuments,
  splitReference,
  targetOf,
  titleOf,
} from '../docs/document-set.ts'
import { endpointBody } from '../docs/endpoint-page.ts'
import { markdownToHtml } from '../docs/markdown.ts'
import { type HtmlDocument, sendDocument } from '../html/send-document.ts'
import { once } from '../once.ts'

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
    '/docs/skill.md': ['text/markdown', () => readSkill()],
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
  const set = once(async () => openSet(await pages(), base))
  router.get(['/docs', '/docs/*path'], async (request: Request, response: Response, next) => {
    const path = request.path.replace(/^\/docs\/?/, '').replace(/\/$/, '')
    const document = (await pages()).get(path)
    if (document !== undefined) {
      response.setHeader('Cache-Control', MAX_AGE)
      response.type('text/markdown').send(document)
      return
    }
    const page = (await set()).page(path)
    if (page) sendDocument(response, 200, page)
    else next()
  })
  refuseOtherMethods(router, '/docs', ['GET'])
  return router
}

/** The documents as pages for people. */
function openSet(documents: DocumentSet, base: string) {
  const openapi = createDocument({ publicUrl: base })
  const { before, entries } = splitReference(documents)
  const fields = fieldSections(documents)
  const made = new Map<string, HtmlDocument>()

  function make(path: string): HtmlDocument | undefined {
    const page = (title: string, body: ReturnType<typeof html>) =>
      docsPage({ title, body, current: path === '' ? '/docs' : `/docs/${path}`, documents, entries })
    if (path === '')
      return page(
        'API reference',
        html`${markdownToHtml(before.replace(/^# .*$/m, '# API reference'), targetOf(documents, entries, 'reference/endpoints.md'))}`,
      )
    const entry = entries.find(({ name }) => path === `endpoints/${name}`)
    if (entry) {
      const { method, path: of } = entry.endpoint
      return page(
        `${method} ${of}`,
        endpointBody(entry, openapi, targetOf(documents, entries, 'reference/endpoints.md'), fields),
      )
    }
    const text = documents.get(`${path}.md`)
    if (text === undefined) return undefined
    return page(titleOf(path, text), markdownToHtml(text, targetOf(documents, entries, `${path}.md`)))
  }

  return {
    page(path: string): HtmlDocument | undefined {
      const page = made.get(path) ?? make(path)
      if (page) made.set(path, page)
      return page
    },
  }
}

/** https://llmstxt.org: what the service is, and where a program finds the rest. */
function llmsText(base: string, pages: DocumentSet): string {
  const line = ([path, text]: [string, string]) => `- [${titleOf(path, text)}](${base}/docs/${path})`
  const of = (folder: string) => [...pages].filter(([path]) => path.startsWith(`${folder}/`)).map(line)
  return [
    '# Gleaner',
    '> Fetches web pages and returns them as Markdown, text, JSON or HTML, by the cheapest way that works.',
    `One page: \`GET ${base}${API_ROOT}/scrape?url=https://example.com\` with the header \`X-API-Key\`. The whole API: ${base}/openapi.json.`,
    `## For agents\n\nThe Model Context Protocol: ${base}/mcp (Streamable HTTP; OAuth, or the key as above).\n\n- [Skill: how an agent uses Gleaner](${base}/docs/skill.md)`,
    `## Guides\n\n${of('guides').join('\n')}`,
    `## Reference\n\n${of('reference').join('\n')}`,
    '',
  ].join('\n\n')
}
