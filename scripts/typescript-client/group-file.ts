import type { Method } from './operations.ts'

/** A class with the methods of a group; what is added by hand extends it. */
export function groupFile(group: string, methods: Method[]): string {
  const body = methods.map(methodText).join('\n\n')
  return `import { Group } from '../../group.ts'
${typeImports(body)}

export class ${className(group)}Api extends Group {
${body}
}
`
}

/** `llmKeys` is in `llm-keys.ts`. */
export function fileOf(group: string): string {
  return group.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** `llmKeys`: `LlmKeys`. */
export function className(group: string): string {
  return group[0]!.toUpperCase() + group.slice(1)
}

export function typeImports(body: string, from = '../../types.ts'): string {
  const names = ['Entry', 'Fields', 'Reply', 'RequestOptions', 'Schemas', 'StreamEvent', 'Upload']
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(body))
  return `import type { ${used.join(', ')} } from '${from}'`
}

export function methodText(method: Method): string {
  return [callText(method), ...(method.paging ? [everyText(method)] : [])].join('\n\n')
}

function callText(method: Method): string {
  const { operation, name, answer } = method
  if (answer === 'events') return eventsText(method)
  const type = answerType(method)
  return `${comment(method)}
${overload(method)}${name}(${parametersText(method)}): Promise<${type}> {
  return this.callOperation('${operation}', ${argumentsText(method)})
}`
}

/** With another format than JSON the answer is a text. */
function overload(method: Method): string {
  const { name, textFormats, operation } = method
  if (textFormats.length === 0) return ''
  const formats = textFormats.map((format) => `'${format}'`).join(' | ')
  const paths = method.path.map((parameter) => `${parameter}: string, `).join('')
  const asText = `fields: Fields<'${operation}'> & { format: ${formats} }`
  return `${name}(${paths}${asText}, options?: RequestOptions): Promise<Response>
${name}(${parametersText(method).replace(' = {}', '').replace('fields:', 'fields?:')}): Promise<Reply<'${operation}'>>
`
}

function everyText(method: Method): string {
  const { operation, name, paging } = method
  const { by, entries } = paging!
  return `/** Every entry of \`${name}\`, page by page as they are asked for. */
${everyName(name)}(${parametersText(method)}): AsyncGenerator<Entry<'${operation}', '${entries}'>, void, undefined> {
  return this.turnPages('${operation}', ${argumentsText(method)}, { by: '${by}', entries: '${entries}' })
}`
}

/** \`list\`: \`all\`; \`checks\`: \`allChecks\`. */
export function everyName(name: string): string {
  return name === 'list' ? 'all' : `all${className(name)}`
}

function eventsText(method: Method): string {
  const { operation, name, events } = method
  const data = events.map(([event, schema]) => `${event}: Schemas['${schema}']`).join('; ')
  return `${comment(method)}
${name}(${parametersText(method)}): AsyncGenerator<StreamEvent<{ ${data} }>, void, undefined> {
  return this.followEvents('${operation}', ${argumentsText(method)})
}`
}

function answerType({ operation, answer, textFormats }: Method): string {
  if (answer === 'response') return 'Response'
  if (answer === 'none') return 'void'
  return textFormats.length > 0 ? `Reply<'${operation}'> | Response` : `Reply<'${operation}'>`
}

function comment({ summary, route }: Method): string {
  return `/** ${summary} \`${route}\` */`
}

function parametersText({ path, fields, operation, facts }: Method): string {
  const type = facts.body === 'file' ? `Upload<'${operation}'>` : `Fields<'${operation}'>`
  return [
    ...path.map((name) => `${name}: string`),
    ...(fields === 'none' ? [] : [`fields: ${type}${fields === 'optional' ? ' = {}' : ''}`]),
    'options?: RequestOptions',
  ].join(', ')
}

function argumentsText({ path, fields }: Method): string {
  return [`[${path.join(', ')}]`, fields === 'none' ? '{}' : 'fields', 'options'].join(', ')
}
