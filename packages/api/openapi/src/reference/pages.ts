import { endpointsPage } from './endpoints-page.ts'
import { errorsPage } from './errors-page.ts'
import { fieldsPage } from './fields-page.ts'
import { limitsPage } from './limits-page.ts'
import { pricesPage } from './prices-page.ts'
import { websocketPage } from './websocket-page.ts'

/** Where the pages are written to. */
export const FOLDER = new URL('../../../../../docs/reference/', import.meta.url)

const MAKERS: Record<string, () => string> = {
  'endpoints.md': endpointsPage,
  'errors.md': errorsPage,
  'fields.md': fieldsPage,
  'limits.md': limitsPage,
  'prices.md': pricesPage,
  'websocket.md': websocketPage,
}

/** The reference of the API, which is made of declarations alone: its pages by the names of their files. */
export function referencePages(): [file: string, text: string][] {
  return Object.entries(MAKERS).map(([file, make]) => [file, `${NOTE}\n\n${make()}\n`])
}

const NOTE = '<!-- Written by `pnpm docs` from the declarations. Do not edit. -->'
