import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createDocument } from '../../packages/api/openapi/src/document.ts'
import { ROOT } from '../reference/root.ts'
import { choicesFile } from './choices-file.ts'
import { clientFile } from './client-file.ts'
import { errorsFile } from './errors-file.ts'
import { fileOf, groupFile } from './group-file.ts'
import { modelsFile } from './models-file.ts'
import { groupsOf, readOperations } from './operations.ts'
import { operationsFile } from './operations-file.ts'
import { schemaFile } from './schema-file.ts'

const CLIENT = join(ROOT, 'clients/typescript/src')
const BIOME = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')
export const FOLDER = join(CLIENT, 'generated')

/** Every file that is made of the OpenAPI document, by its path. */
export async function makeFiles(): Promise<Map<string, string>> {
  const document = createDocument({ publicUrl: 'http://localhost:8080' })
  const operations = readOperations(document)
  const groups = groupsOf(operations)
  // A file of this name holds what is added to the group by hand.
  const byHand = [...groups.keys()].filter((group) =>
    existsSync(join(CLIENT, 'groups', `${fileOf(group)}.ts`)),
  )
  const texts: [string, string][] = [
    ['schema.ts', await schemaFile(document)],
    ['models.ts', modelsFile(document)],
    ['errors.ts', errorsFile()],
    ['choices.ts', choicesFile(document)],
    ['operations.ts', operationsFile(operations)],
    ['client-api.ts', clientFile(groups, new Set(byHand))],
    ...[...groups]
      .filter(([group]) => group !== '')
      .map(([group, methods]): [string, string] => [`groups/${fileOf(group)}.ts`, groupFile(group, methods)]),
  ]
  return new Map(texts.map(([name, text]) => [join(FOLDER, name), formatted(HEAD + text)]))
}

const HEAD = '// Written by `pnpm docs` from the OpenAPI document. Do not edit.\n'

/** Biome leaves folders named `generated` alone, so it is given the text under another name. */
function formatted(text: string): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [BIOME, 'format', '--stdin-file-path=client.ts'],
    { input: text, encoding: 'utf8', cwd: ROOT, maxBuffer: 64e6 },
  )
  if (status !== 0) throw new Error(`biome could not format what was made: ${stderr}`)
  return stdout
}
