/**
 * Measures what a declared entity gives under names that callers chose, and what it makes up where nothing is declared.
 *
 *   node bench/structured/callers.ts [--verbose]
 *
 * Each set of `callers/` was written without sight of the rules: `plain` and `usual` by ordinary names, `jargon` by names that share
 * no word with schema.org's. A row without a value asks for what the entity has not.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { applySchema } from '@gleaner/extract/apply-schema'

interface Case {
  entity: Record<string, unknown>
  rows: [name: string, type: string, value?: unknown][]
}

const { values } = parseArgs({ options: { verbose: { type: 'boolean', default: false } } })
const SETS = new URL('callers/', import.meta.url)
/** What any page says of itself: nothing of it may stand in for what is not declared. */
const METADATA = { title: 'Page title', url: 'https://page.example/x', description: 'page' }

for (const file of readdirSync(SETS).toSorted()) {
  const cases = JSON.parse(readFileSync(new URL(file, SETS), 'utf8')) as Case[]
  const tally = { declared: 0, right: 0, absent: 0, invented: 0 }
  for (const { entity, rows } of cases)
    for (const [name, type, value] of rows) note(entity, name, type, value)
  const { declared, right, absent, invented } = tally
  console.log(
    `${file.replace('.json', '').padEnd(8)} right ${(right / declared).toFixed(3)} of ${declared}, made up ${invented} of ${absent}`,
  )

  function note(entity: Case['entity'], name: string, type: string, value: unknown): void {
    const got = ask(entity, name, type)
    const isRight = isDeepStrictEqual(got, value)
    if (value === undefined) {
      tally.absent++
      tally.invented += Number(got !== undefined)
    } else {
      tally.declared++
      tally.right += Number(isRight)
    }
    if (!isRight && values.verbose)
      console.log(`${entity['@type']}.${name}: ${JSON.stringify(got)} for ${JSON.stringify(value)}`)
  }
}

function ask(entity: Case['entity'], name: string, type: string): unknown {
  const schema = { type: 'object', properties: { [name]: { type, items: { type: 'string' } } } }
  const { filtered } = applySchema(schema, [entity, METADATA], undefined, [entity])
  return (filtered as Record<string, unknown>)[name]
}
