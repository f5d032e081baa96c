type Body = Record<string, unknown> & { url: string }

/** A text within single quotes of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

const indented = (value: unknown, by: string) => JSON.stringify(value, null, 2).replaceAll('\n', `\n${by}`)

/** A value as Python writes it. */
function python(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([key, inner]) => `${JSON.stringify(key)}: ${python(inner)}`)
      .join(', ')}}`
  return JSON.stringify(value)
}

/** The request as people send it from elsewhere, by name. The key stays a variable of theirs. */
export const COPIES: Record<string, (body: Body, base: string) => string> = {
  curl: (body, base) =>
    `curl -s ${base}/api/v1/scrape -H "X-API-Key: $GLEANER_API_KEY" -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`,
  TypeScript: ({ url, ...options }, base) =>
    `import { Gleaner } from '@gleaner/sdk'

const gleaner = new Gleaner({ baseUrl: ${JSON.stringify(base)} }) // GLEANER_API_KEY
const page = await gleaner.scrape(${JSON.stringify(url)}, ${indented(options, '')})
console.log(page.content)`,
  Python: ({ url, ...options }, base) =>
    `from gleaner import Gleaner

gleaner = Gleaner(base_url=${JSON.stringify(base)})  # GLEANER_API_KEY
page = gleaner.scrape(${[JSON.stringify(url), ...Object.entries(options).map(([key, value]) => `${key}=${python(value)}`)].join(', ')})
print(page.content)`,
  CLI: ({ url, formats }, base) =>
    `gleaner --url ${base} scrape ${quoted(url)} --format ${Array.isArray(formats) ? formats.join() : 'markdown'}`,
}
