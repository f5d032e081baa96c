import {
  append,
  type ChildNode,
  createAttrs,
  createDocument,
  createElement,
  createText,
  type Document,
  type Element,
} from '@gleaner/markup'

export type Content = ChildNode | string

/** An element with attributes and content; strings become text. */
export function element(
  tag: string,
  attrs: Record<string, string> = {},
  content: Content | readonly Content[] = [],
): Element {
  const made = createElement(tag, Object.assign(createAttrs(), attrs))
  const parts = [content].flat() as Content[]
  append(
    made,
    parts.map((part) => (typeof part === 'string' ? createText(part) : part)),
  )
  return made
}

/** A page around content, with its title. */
export function page(title: string | undefined, content: readonly ChildNode[]): Document {
  const document = createDocument()
  const head = element('head', {}, title ? [element('title', {}, title)] : [])
  append(document, [element('html', {}, [head, element('body', {}, content)])])
  return document
}

/** A table of plain cells whose first row is its header. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): Element {
  const head = header.length > 0 ? [element('thead', {}, row('th', header))] : []
  const body = rows.map((cells) => row('td', cells))
  return element('table', {}, [...head, element('tbody', {}, body)])
}

function row(tag: string, cells: readonly string[]): Element {
  return element(
    'tr',
    {},
    cells.map((cell) => element(tag, {}, withBreaks(cell))),
  )
}

/** Text whose line feeds show as line breaks. */
export function withBreaks(text: string): Content[] {
  return text.split('\n').flatMap((line, index): Content[] => (index === 0 ? [line] : [element('br'), line]))
}
