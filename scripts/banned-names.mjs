import { createRequire } from 'node:module'

const { parseSync } = createRequire(import.meta.url)('@swc/core')

/** Words that no name of the code may hold, and why. */
export const BANNED = new Map([
  ['told', 'says neither who said it nor what; name the thing'],
  ['twin', 'a relation; name the thing'],
  ['stray', 'a judgement; say whose it is or is not'],
  ['breath', 'a picture; name the pause'],
])

/**
 * Names in a source file that hold a banned word, as a word of their own.
 * @param {string} source
 * @param {{ tsx?: boolean }} [options] `tsx`: it holds elements.
 * @returns {string[]}
 */
export function findBannedNames(source, { tsx = false } = {}) {
  // Parsing takes long; most files have none of the words.
  const mayHold = [...BANNED.keys()].some((word) => source.toLowerCase().includes(word))
  return mayHold
    ? [...new Set(namesIn(parseSync(source, { syntax: 'typescript', tsx })))].filter(isBanned)
    : []
}

function isBanned(name) {
  return name.split(/(?=[A-Z])|_/).some((word) => BANNED.has(word.toLowerCase()))
}

function namesIn(node) {
  if (node === null || typeof node !== 'object') return []
  return [...(node.type === 'Identifier' ? [node.value] : []), ...Object.values(node).flatMap(namesIn)]
}
