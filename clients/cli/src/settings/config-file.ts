import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { misuse } from '../failure.ts'

/** A server, and the key by which it knows you. */
export interface Profile {
  url: string
  key?: string
  /** By `gleaner login`: such a key is given up by `gleaner logout`. */
  fromLogin?: boolean
}

export interface Config {
  /** The name of the profile that holds where none is named. */
  current?: string
  profiles: Record<string, Profile>
}

type Environment = Readonly<Record<string, string | undefined>>

/** `gleaner/config.json` below XDG_CONFIG_HOME, or on Windows below APPDATA. */
export function configPath(env: Environment): string {
  const home = env.HOME ?? homedir()
  const base = process.platform === 'win32' ? env.APPDATA : env.XDG_CONFIG_HOME
  return join(base || join(home, '.config'), 'gleaner', 'config.json')
}

export async function readConfig(path: string): Promise<Config> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? { profiles: {} } : parse(text, path)
}

/** Changes the file as a whole: who dies half-way leaves the one before. Nobody else may read it. */
export async function changeConfig(path: string, change: (config: Config) => void): Promise<void> {
  const config = await readConfig(path)
  change(config)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const fresh = `${path}.${process.pid}.new`
  try {
    await writeFile(fresh, `${JSON.stringify(config, undefined, 2)}\n`, { mode: 0o600 })
    await chmod(fresh, 0o600)
    await rename(fresh, path)
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
}

function parse(text: string, path: string): Config {
  const config = readJson(text)
  if (isConfig(config)) return config
  throw misuse(`${path} is not as gleaner writes it.`, 'Mend or remove it, then `gleaner login`.')
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isConfig(value: unknown): value is Config {
  const profiles = isObject(value) ? value.profiles : undefined
  return (
    isObject(profiles) &&
    Object.values(profiles).every(
      (each) =>
        isObject(each) &&
        typeof each.url === 'string' &&
        (each.key === undefined || typeof each.key === 'string'),
    )
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
