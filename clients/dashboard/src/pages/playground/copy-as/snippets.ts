type Body = Record<string, unknown> & { url: string }

/** A text within single quotes of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** As source text: the two ends of a line that JSON allows within a text are none in older engines. */
const json = (value: unknown, space?: number) =>
  JSON.stringify(value, null, space)?.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/** A value as Python writes it. */
function python(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([key, inner]) => `${json(key)}: ${python(inner)}`)
      .join(', ')}}`
  return json(value)
}

/** Options of the CLI, one for each field of the request: `--option advanced.block_ads=true`. */
function cliOptions(body: Record<string, unknown>, path = ''): string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const place = path ? `${path}.${name}` : name
    const isGroup = path === '' && ['advanced', 'cost_controls', 'location'].includes(name)
    return isGroup
      ? cliOptions(value as Record<string, unknown>, place)
      : [`--option ${quoted(`${place}=${json(value)}`)}`]
  })
}

/** The request as people send it from elsewhere, by name. The key stays a variable of theirs: `GLEANER_API_KEY`. */
export const SNIPPETS: Readonly<Record<string, (body: Body, base: string) => string>> = {
  curl: (body, base) =>
    `curl -s ${base}/api/v1/scrape -H "X-API-Key: $GLEANER_API_KEY" -H 'Content-Type: application/json' -d ${quoted(json(body))}`,
  TypeScript: ({ url, ...options }, base) =>
    `import { Gleaner } from '@gleaner/sdk'

const gleaner = new Gleaner({ baseUrl: ${json(base)} }) // reads GLEANER_API_KEY
const page = await gleaner.scrape(${json(url)}, ${json(options, 2)})
console.log(JSON.stringify(page))`,
  Python: ({ url, ...options }, base) =>
    `import json
from gleaner import Gleaner

gleaner = Gleaner(base_url=${json(base)})  # reads GLEANER_API_KEY
page = gleaner.scrape(${[json(url), ...Object.entries(options).map(([key, value]) => `${key}=${python(value)}`)].join(', ')})
print(json.dumps(page.to_dict(), default=str))`,
  CLI: ({ url, formats, ...options }, base) =>
    [
      `gleaner --url ${base} --json scrape ${quoted(url)}`,
      `--format ${(formats as string[]).join()}`,
      ...cliOptions(options),
    ].join(' '),
}
