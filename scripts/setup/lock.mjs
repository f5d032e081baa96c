import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SetupError, say } from './step.mjs'

const POLL_MS = 200
// A first set-up on a slow line takes minutes.
const PATIENCE_MS = 20 * 60_000

/**
 * Runs `work` while no other process does so under the same lock file. The lock of a process that died is taken over.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true })
  await acquire(file)
  try {
    return await work()
  } finally {
    unlinkSync(file)
  }
}

async function acquire(file) {
  const deadline = Date.now() + PATIENCE_MS
  for (let isSaid = false; !tryAcquire(file); isSaid = true) {
    const holder = read(file)
    if (holder !== undefined && !isAlive(holder)) {
      takeAway(file, holder)
      continue
    }
    if (!isSaid)
      say(`Another set-up is running (process ${holder?.split(' ')[0] ?? '?'}): waiting for it ...`)
    if (Date.now() > deadline)
      throw new SetupError(`Another set-up has not finished. If none runs, delete ${file}`)
    await sleep(POLL_MS)
  }
}

/** The file appears whole or not at all: written beside its place, then linked there. */
function tryAcquire(file) {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${process.pid} ${startOf(process.pid)}`)
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    unlinkSync(draft)
  }
}

/** Removes a dead holder's lock. Somebody may have replaced it meanwhile: then theirs is put back. */
function takeAway(file, holder) {
  const aside = `${file}.dead.${process.pid}`
  try {
    renameSync(file, aside)
    if (read(aside) !== holder) linkSync(aside, file)
    unlinkSync(aside)
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** The start time tells a process from a later one with the same number. */
function isAlive(holder) {
  const [pid, ...start] = holder.split(' ')
  const now = startOf(Number(pid))
  return now !== '' && now === start.join(' ')
}

function startOf(pid) {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    }
    // proc(5): field 22 is the start in clock ticks; the name in field 2 may hold blanks. Parsed here as well as in the runtime package,
    // which cannot be loaded before the set-up.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? '' : fields[19]
  } catch {
    return ''
  }
}
