import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listMembers } from '../wings.mjs'

/**
 * A fingerprint of files: changes when one of them, or the kind of machine, does.
 * @param {string[]} paths
 */
export function fingerprint(paths) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const path of paths) {
    hash.update(`\0${path}\0`)
    if (existsSync(path)) hash.update(readFileSync(path))
  }
  return hash.digest('hex')
}

/** The package.json files of the workspace and what pins their versions. */
export function packageFiles(root) {
  const folders = [root, ...listMembers(root).map(({ folder }) => folder)]
  const manifests = folders.map((folder) => join(folder, 'package.json'))
  return [join(root, 'pnpm-lock.yaml'), join(root, 'pnpm-workspace.yaml'), ...manifests]
    .filter(existsSync)
    .sort()
}

/** What was done last, by step. Kept inside node_modules, so it goes when that goes. */
export function readStamps(root) {
  try {
    return JSON.parse(readFileSync(stampFile(root), 'utf8'))
  } catch {
    return {}
  }
}

export function writeStamp(root, step, value) {
  const file = stampFile(root)
  writeFileSync(`${file}.new`, JSON.stringify({ ...readStamps(root), [step]: value }))
  renameSync(`${file}.new`, file)
}

function stampFile(root) {
  return join(root, 'node_modules', '.gleaner-setup.json')
}
