import { endpointList } from './endpoint-list.ts'
import { errorList } from './error-list.ts'

/** The parts of `docs/api.md` that are made of the declarations, by the name in their marks. */
const PARTS: Record<string, () => string> = { endpoints: endpointList, errors: errorList }

/** The page with each part between `<!-- made: name -->` and `<!-- end: name -->` as the declarations have it now. Throws for a page without a part. */
export function fillPage(page: string): string {
  return Object.entries(PARTS).reduce((text, [name, make]) => {
    const [begin, end] = [`<!-- made: ${name} -->`, `<!-- end: ${name} -->`]
    const [from, to] = [text.indexOf(begin), text.indexOf(end)]
    if (from === -1 || to < from) throw new Error(`the page has no part "${name}"`)
    return `${text.slice(0, from + begin.length)}\n\n${make()}\n\n${text.slice(to)}`
  }, page)
}
