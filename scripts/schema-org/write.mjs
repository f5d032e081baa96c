/**
 * Writes the hierarchy of schema.org's types from its published definitions:
 *
 *   node scripts/schema-org/write.mjs <schemaorg-current-https.jsonld>
 *
 * The file is one of a release's (`data/releases/<version>`) of the schema.org project, which is under the Apache License 2.0.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const TARGET = new URL('../../packages/reading/page-types/src/generated/hierarchy.ts', import.meta.url)

const { '@graph': definitions } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const nameOf = ({ '@id': id }) => id.slice(id.indexOf(':') + 1)
const rows = definitions
  .filter((definition) => [definition['@type']].flat().includes('rdfs:Class'))
  .map((type) => [nameOf(type), ...[type['rdfs:subClassOf'] ?? []].flat().filter(isOfSchemaOrg).map(nameOf)])
  .filter(([, parent]) => parent !== undefined)
  .map((names) => names.join(' '))
  .toSorted()

function isOfSchemaOrg({ '@id': id }) {
  return id.startsWith('schema:')
}

writeFileSync(
  TARGET,
  `// Written by \`scripts/schema-org/write.mjs\` from schema.org's published definitions.

/** A row for each of schema.org's types: its name, then those of which it is a kind. */
export const HIERARCHY = \`
${rows.join('\n')}
\`
`,
)
