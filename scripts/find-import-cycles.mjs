import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { importsOf, listSources } from './sources.mjs'

/**
 * The circles in which files of the package in `folder` import each other, each as the list of its files. Of circles that
 * share files the shortest one is given: when it is undone the next one shows.
 * @param {string} folder
 * @returns {string[][]}
 */
export function findImportCycles(folder) {
  const graph = importGraph(folder)
  const cycles = []
  const seen = new Set()
  for (const file of graph.keys()) {
    if (seen.has(file)) continue
    const reached = reachableFrom(file, graph)
    const knot = [...reached].filter((other) => reachableFrom(other, graph).has(file))
    if (knot.length === 0) continue
    for (const each of knot) seen.add(each)
    cycles.push(
      knot
        .sort()
        .map((each) => shortestCycle(each, graph))
        .reduce(shorter),
    )
  }
  return cycles
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

/** Files that `file` imports, directly or through others; itself when it stands in a circle. */
function reachableFrom(file, graph) {
  const reached = new Set()
  const open = [file]
  while (open.length > 0) {
    for (const next of graph.get(open.pop())) {
      if (reached.has(next)) continue
      reached.add(next)
      open.push(next)
    }
  }
  return reached
}

function shortestCycle(file, graph) {
  const paths = [[file]]
  const seen = new Set()
  for (const path of paths) {
    for (const next of graph.get(path.at(-1))) {
      if (next === file) return path
      if (seen.has(next)) continue
      seen.add(next)
      paths.push([...path, next])
    }
  }
}

function shorter(one, other) {
  return other.length < one.length ? other : one
}
