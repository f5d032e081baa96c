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
export function element(tag: string, attrs: Record<string, string> = {}, ...content: Content[]): Element {
  const made = createElement(tag, Object.assign(createAttrs(), attrs))
  append(made, ...content.map((part) => (typeof part === 'string' ? createText(part) : part)))
  return made
}

/** A page around content, with its title. */
export function page(title: string | undefined, content: readonly ChildNode[]): Document {
  const document = createDocument()
  const head = element('head', {}, ...(title ? [element('title', {}, title)] : []))
  const body = element('body')
  // Not spread: a sheet or a log makes more nodes than a call takes arguments.
  for (const child of content) append(body, child)
  append(document, element('html', {}, head, body))
  return document
}

/** A table of plain cells whose first row is its header. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): Element {
  const made = element('table')
  if (header.length > 0) append(made, element('thead', {}, row('th', header)))
  const body = element('tbody')
  for (const cells of rows) append(body, row('td', cells))
  append(made, body)
  return made
}

function row(tag: string, cells: readonly string[]): Element {
  const made = element('tr')
  for (const cell of cells) append(made, element(tag, {}, ...withBreaks(cell)))
  return made
}

/** Text whose line feeds show as line breaks. */
export function withBreaks(text: string): Content[] {
  return text.split('\n').flatMap((line, index): Content[] => (index === 0 ? [line] : [element('br'), line]))
}
