import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findCycles } from './find-cycles.mjs'
import { importsOf, listSources } from './sources.mjs'

/**
 * The circles in which files of the package in `folder` import each other, each as the list of its files. Of circles that
 * share files the shortest one is given: when it is undone the next one shows.
 * @param {string} folder
 * @returns {string[][]}
 */
export function findImportCycles(folder) {
  return findCycles(importGraph(folder))
}

function importGraph(folder) {
  const files = new Set(listSources(folder))
  const resolveOwn = ownNames(folder)
  const targetOf = (file, specifier) =>
    specifier.startsWith('.') ? resolve(file, '..', specifier) : resolveOwn(specifier)
  return new Map(
    [...files].map((file) => [
      file,
      importsOf(file)
        .map((specifier) => targetOf(file, specifier))
        .filter((target) => files.has(target)),
    ]),
  )
}

/** A package may import itself by its name, as others do. */
function ownNames(folder) {
  const { name, exports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return (specifier) => {
    if (specifier === name) return exports['.'] && join(folder, exports['.'])
    const rest = specifier.startsWith(`${name}/`) && specifier.slice(name.length + 1)
    const path = rest && (exports[`./${rest}`] ?? exports['./*']?.replace('*', rest))
    return path && join(folder, path)
  }
}
