import { badRequest } from '../door-error.ts'
import { type Draft, needBrowser, place } from '../translate/draft.ts'

type Given = Readonly<Record<string, unknown>>

/** A step on the page, and the one of ours that does it. */
export interface ActionRow {
  name: string
  /** undefined: it is no step of ours; what it asks for is placed by itself. */
  becomes: (given: Given, draft: Draft) => Record<string, unknown> | undefined
  idle?: Readonly<Record<string, string>>
  does: string
}

/** More of a page than fits into a script's value is cut. In characters. */
const SCRAPED_CHARS = 50_000

export const ACTIONS: readonly ActionRow[] = [
  {
    name: 'wait',
    becomes: ({ milliseconds, selector }) => ({ type: 'wait', ...defined({ ms: milliseconds, selector }) }),
    does: '`wait`',
  },
  {
    name: 'click',
    becomes: ({ selector }) => ({ type: 'click', selector }),
    idle: { all: 'the first that the selector finds is clicked' },
    does: '`click`',
  },
  {
    name: 'write',
    becomes: ({ text }) => ({ type: 'type', selector: ':focus', text }),
    does: '`type` into what has the focus: click it first',
  },
  { name: 'press', becomes: ({ key }) => ({ type: 'press', key }), does: '`press`' },
  {
    name: 'scroll',
    becomes: ({ direction, selector }) => ({ type: 'scroll', ...defined({ direction, selector }) }),
    does: '`scroll`',
  },
  {
    name: 'screenshot',
    becomes: () => ({ type: 'screenshot' }),
    idle: {
      quality: 'pictures are PNG',
      fullPage: 'a step pictures the window',
      viewport: 'a step pictures the window',
    },
    does: '`screenshot`',
  },
  {
    name: 'scrape',
    becomes: () => ({
      type: 'execute_js',
      script: `({ url: location.href, html: document.documentElement.outerHTML.slice(0, ${SCRAPED_CHARS}) })`,
    }),
    does: `\`execute_js\`: the first ${SCRAPED_CHARS.toLocaleString('en')} characters`,
  },
  {
    name: 'executeJavascript',
    becomes: ({ script }) => ({ type: 'execute_js', script }),
    does: '`execute_js`',
  },
  {
    name: 'pdf',
    becomes: (_, draft) => {
      place(draft, 'advanced.generate_pdf', true)
      return undefined
    },
    idle: { format: 'a PDF is of A4', landscape: 'a PDF is upright', scale: 'a PDF is as large as the page' },
    does: '`advanced.generate_pdf`, once the steps have ended',
  },
]

export function setActions(list: readonly unknown[], draft: Draft): void {
  if (list.length === 0) return
  const steps = list.flatMap((entry, at) => {
    const given = Object(entry) as Given
    const row = ACTIONS.find(({ name }) => name === given.type)
    if (!row)
      throw badRequest(
        `actions.${at}: there is no action ${JSON.stringify(given.type) ?? 'without a type'}`,
        ['actions', at],
        'invalid_union',
      )
    for (const [name, why] of Object.entries(row.idle ?? {}))
      if (given[name] !== undefined && given[name] !== false)
        draft.warnings.push(`actions.${at}.${name} has no effect: ${why}.`)
    return row.becomes(given, draft) ?? []
  })
  needBrowser(draft)
  if (steps.length > 0) place(draft, 'advanced.actions', steps)
}

/** Forms that were left empty send empty strings. */
function defined(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )
}
