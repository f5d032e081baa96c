import type { OpenApiDocument } from '../../packages/api/openapi/src/types.ts'

/** Every schema as a type of its own name. */
export function modelsFile({ components }: OpenApiDocument): string {
  const rows = Object.entries(components.schemas).map(([name, { description }]) => {
    const says = typeof description === 'string' ? `/** ${description.replaceAll('*/', '* /')} */\n` : ''
    return `${says}export type ${name} = Schemas['${name}']`
  })
  return `import type { Schemas } from '../types.ts'\n\n${rows.join('\n')}\n`
}
