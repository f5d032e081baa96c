import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const CHROMIUM_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Path of the Redis or Valkey server, or undefined. */
export function findRedis(env = process.env) {
  return firstOnPath(['redis-server', 'valkey-server'], env)
}

/** Path of a Chromium or Chrome: the one that the environment names, else one of this system, or undefined. */
export function findChromium(env = process.env) {
  const named = env.CHROMIUM_PATH || env.PUPPETEER_EXECUTABLE_PATH
  if (named) return isExecutable(named) ? named : undefined
  const apps = process.platform === 'darwin' ? CHROMIUM_APPS : []
  return firstOnPath(CHROMIUM_NAMES, env) ?? apps.find((path) => existsSync(path))
}

function firstOnPath(names, env) {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
