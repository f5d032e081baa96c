import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDocument } from '../../packages/api/openapi/src/document.ts'
import type { OpenApiDocument } from '../../packages/api/openapi/src/types.ts'
import { ROOT } from '../reference/root.ts'
import { clientFile } from './client.ts'
import { errorsFile } from './errors.ts'
import { operationsFile } from './facts.ts'
import { groupFile } from './groups.ts'
import { modelsFile } from './models.ts'
import { readPythonMethods } from './operations.ts'
import { paramsFile } from './params.ts'
import { toSync } from './to-sync.ts'
import { snakeCase } from './words.ts'

export const PACKAGE = join(ROOT, 'clients/python/src/gleaner')

/** Folders that hold nothing but what is written. */
export const WRITTEN_FOLDERS = ['generated', '_sync']

/** Every file of the Python client that is written, by its path below `PACKAGE`: of the document, and the synchronous half. */
export function makeFiles(): Map<string, string> {
  const ofDocument = documentFiles(createDocument({ publicUrl: 'http://localhost:8080' }))
  const byHand = globSync('_async/**/*.py', { cwd: PACKAGE }).map((path): [string, string] => [
    path,
    readFileSync(join(PACKAGE, path), 'utf8'),
  ])
  const asynchronous = [...ofDocument].filter(([path]) => path.includes('_async/'))
  const synchronous = [...byHand, ...asynchronous].map(([path, text]): [string, string] => [
    path.replace('_async/', '_sync/'),
    toSync(text),
  ])
  return new Map([...ofDocument, ...synchronous].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function documentFiles(document: OpenApiDocument): Map<string, string> {
  const methods = readPythonMethods(document)
  const groups = Map.groupBy(methods, ({ of }) => of.group)
  const names = [...groups.keys()].filter((group) => group !== '')
  // A file of this name holds what is added to the group by hand.
  const byHand = names.filter((group) => existsSync(join(PACKAGE, '_async/groups', `${snakeCase(group)}.py`)))
  return new Map([
    ['generated/__init__.py', ''],
    ['generated/_async/__init__.py', ''],
    ['generated/models.py', modelsFile(document)],
    ['generated/params.py', paramsFile(document)],
    ['generated/errors.py', errorsFile()],
    ['generated/operations.py', operationsFile(methods)],
    ['generated/_async/client_api.py', clientFile(groups, new Set(byHand))],
    ...names.map((group): [string, string] => [
      `generated/_async/${snakeCase(group)}.py`,
      groupFile(group, groups.get(group)!),
    ]),
  ])
}
