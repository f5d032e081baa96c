import { spawn } from 'node:child_process'

const OPENERS: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
  linux: ['xdg-open'],
}

/** Opens a page in the person's browser, where there is one. Addresses of anything but a web server are left alone. */
export function openBrowser(address: string, env: Readonly<Record<string, string | undefined>>): void {
  const opener = OPENERS[process.platform]
  const isRemote = env.SSH_CONNECTION !== undefined
  const hasScreen = process.platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
  if (!opener || isRemote || !hasScreen || !/^https?:\/\//.test(address)) return
  const [program, ...args] = opener
  spawn(program, [...args, new URL(address).href], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}
