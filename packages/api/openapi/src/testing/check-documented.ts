import { API_ROOT } from '@gleaner/contracts'
import type { SeenReply } from '@gleaner/contracts/testing/check-reply'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { createDocument } from '../document.ts'

const document = createDocument({ publicUrl: 'http://localhost', closed: true })
// That the document is one is tested once; here each suite would check it anew.
const ajv = new Ajv2020({
  strict: false,
  validateFormats: true,
  allErrors: true,
  meta: false,
  validateSchema: false,
})
addFormats.default(ajv)
ajv.addSchema(document, 'openapi.json')
const validators = new Map<string, ValidateFunction>()
const paths = Object.keys(document.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll('{key}', '.+').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

/** Throws when a reply of a documented path is not as the OpenAPI document says, read by a JSON Schema validator. */
export function checkDocumented({ method, url, status, headers, body }: SeenReply): void {
  const { pathname } = new URL(url, 'http://api')
  const asked = pathname.slice(API_ROOT.length).replace(/(?<=.)\/$/, '')
  // A path without parameters goes before one with.
  const matching = paths.filter(({ pattern }) => pattern.test(asked)).map(({ path }) => path)
  const path = matching.includes(asked) ? asked : matching[0]
  const operation = path && document.paths[path]?.[method.toLowerCase()]
  if (!pathname.startsWith(API_ROOT) || !operation) return
  const response = operation.responses[status]
  if (!response) throw new Error(`${method} ${path} answered ${status}, which is not documented`)
  const shared = componentName(response)
  const content = (shared ? document.components.responses[shared]! : response).content as
    | Record<string, { schema?: object }>
    | undefined
  if (!content) return
  const type = (headers.get('content-type') ?? '').split(';')[0]!.trim()
  const media = content[type]
  if (!media) throw new Error(`${method} ${path} answered ${status} with ${type}, which is not documented`)
  if (!media.schema) return
  const place = shared
    ? ['components', 'responses', shared]
    : ['paths', path, method.toLowerCase(), 'responses', String(status)]
  const validate = validatorOf([...place, 'content', type, 'schema'])
  if (!validate(body))
    throw new Error(
      `${method} ${path} answered ${status} not as documented: ${ajv.errorsText(validate.errors)}`,
    )
}

function componentName({ $ref }: { $ref?: unknown }): string | undefined {
  return typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined
}

function validatorOf(place: readonly string[]): ValidateFunction {
  const pointer = place
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/')
  const known = validators.get(pointer)
  if (known) return known
  const made = ajv.compile({ $ref: `openapi.json#/${pointer}` })
  validators.set(pointer, made)
  return made
}
