import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DEFAULT_PROFILE, identityFor } from '@gleaner/http-tiers'
import { withTimeout } from '@gleaner/runtime'
import { killGroup, memoryOfGroup } from '@gleaner/runtime/process-table'
import type { Browser, CDPSession, LaunchOptions, PuppeteerNode } from 'puppeteer-core'
import { createProtocolPipe, type PipeReports } from '../protocol/pipe.ts'
import { setUpWorkers, type WorkerSetups } from '../protocol/set-up-workers.ts'
import { type BrowserFolder, createBrowserFolder, killBrowsersOf } from './browser-folder.ts'
import type { Confinement } from './confinement.ts'
import { DEVICES, type Device, graphicsEnvironment } from './devices.ts'
import {
  DISABLED_FEATURES,
  DROPPED_DEFAULTS,
  EGRESS_FLAGS,
  LOCAL_STATE,
  QUIET_FLAGS,
  RENDER_FLAGS,
} from './flags.ts'
import { type Evasions, launchWithEvasions } from './launch-with-evasions.ts'
import { SYSTEM_PATHS } from './namespace/system-paths.ts'
import { type ChromiumProcess, startChromium } from './process.ts'

export interface ChromiumOptions {
  executablePath: string
  device: Device
  /** Where profile folders are made. */
  tempRoot: string
  /** The user, network namespace and sandbox that it runs in. */
  confinement: Confinement
  /** What a page's process may use, in bytes: twice that is a limit of the kernel's for every process. */
  memoryBytes: number
  /** Called with the size of each message on the debugging pipe, and with its failures. */
  reports: PipeReports
  /** By default those that help. */
  evasions?: Evasions | undefined
}

/** A running Chromium with a process group and a folder of its own. */
export interface Chromium {
  browser: Browser
  /** A protocol session on the browser itself. */
  control: CDPSession
  /** Full version, e.g. `156.0.8078.79`. */
  version: string
  workers: WorkerSetups
  pid: number
  /** Where all its files are. */
  folder: string
  /** Memory of all its processes, in bytes. */
  memory(): number
  /** Closes it over the protocol, then by force, and removes its folder. Safe to call twice. */
  close(): Promise<void>
  /** Ends the whole process group at once; `close` then only cleans up. */
  kill(): void
}

const LAUNCH_TIMEOUT_MS = 30_000
const CLOSE_TIMEOUT_MS = 3_000
/** No reply of the browser itself takes this long; waits on pages have their own, shorter deadlines. */
const PROTOCOL_TIMEOUT_MS = 120_000

/** Time zone and locale of a request that names no others: nothing has to be emulated for it. */
export const [DEFAULT_LOCALE, DEFAULT_TIME_ZONE] = DEFAULT_PROFILE

export async function launchChromium(options: ChromiumOptions): Promise<Chromium> {
  const { confinement, device } = options
  const executablePath = realExecutable(options.executablePath)
  const version = await versionOf(executablePath, confinement)
  const folder = await createBrowserFolder(options.tempRoot, confinement)
  await writeProfile(folder, options)
  // Nothing of this process's environment (secrets) reaches the browser; its stray files land in its folder.
  const env = {
    PATH: '/usr/bin:/bin',
    HOME: folder.path,
    TMPDIR: folder.path,
    LANG: 'en_US.UTF-8',
    TZ: DEFAULT_TIME_ZONE,
    ...graphicsEnvironment(device),
  }
  let chromium: ChromiumProcess | undefined
  let workers: WorkerSetups | undefined
  const browser = await launchWithEvasions(
    start,
    launchOptions(folder, version, options),
    options.evasions,
  ).catch(async (error: unknown) => {
    killBrowsersOf(folder.path)
    await folder.remove()
    throw error
  })
  const { pid, exited } = chromium!

  async function start(puppeteer: PuppeteerNode, launch: LaunchOptions): Promise<Browser> {
    // Chromium ends by itself when the pipe's other end, this process, is gone.
    const command = [...confinement.command, executablePath]
    chromium = await startChromium(command, commandLine(puppeteer, launch), env, options.memoryBytes)
    const { pipe, errorOutput } = chromium
    const { transport, ...made } = setUpWorkers(createProtocolPipe(pipe.write, pipe.read, options.reports))
    workers = made.workers
    return await withTimeout('starting Chromium', LAUNCH_TIMEOUT_MS, () =>
      puppeteer.connect({
        transport,
        defaultViewport: null,
        protocolTimeout: PROTOCOL_TIMEOUT_MS,
        acceptInsecureCerts: false,
        issuesEnabled: false,
      }),
    ).catch((error: unknown) => {
      throw new Error(`Chromium did not start: ${errorOutput()}`, { cause: error })
    })
  }

  let closing: Promise<void> | undefined

  async function closeOnce(): Promise<void> {
    const timer = setTimeout(() => killGroup(pid), CLOSE_TIMEOUT_MS)
    await browser.close().catch(() => killGroup(pid))
    await exited
    clearTimeout(timer)
    // Helpers of the browser may outlive it by a moment.
    killGroup(pid)
    await folder.remove()
  }

  return {
    browser,
    control: await browser.target().createCDPSession(),
    version,
    workers: workers!,
    pid,
    folder: folder.path,
    memory: () => memoryOfGroup(pid),
    close: () => (closing ??= closeOnce()),
    kill: () => killGroup(pid),
  }
}

function launchOptions(folder: BrowserFolder, version: string, options: ChromiumOptions): LaunchOptions {
  return {
    headless: true,
    defaultViewport: null,
    userDataDir: folder.profile,
    args: flags(version, options),
    ignoreDefaultArgs: [...DROPPED_DEFAULTS],
  }
}

/** As `puppeteer.launch` makes it of its options. */
function commandLine(puppeteer: PuppeteerNode, options: LaunchOptions): string[] {
  const { ignoreDefaultArgs: ignored } = options
  return puppeteer.defaultArgs(options).filter((arg) => !(Array.isArray(ignored) && ignored.includes(arg)))
}

function flags(version: string, { device, confinement: { isSandboxed } }: ChromiumOptions): string[] {
  const { platform, flags } = DEVICES[device]
  const chromeVersion = Number.parseInt(version, 10)
  return [
    ...EGRESS_FLAGS,
    ...QUIET_FLAGS,
    ...RENDER_FLAGS,
    ...flags,
    // The requests of shared and service workers take it from nowhere else.
    `--user-agent=${identityFor({ platform, chromeVersion, seed: device }).userAgent}`,
    `--disable-features=${DISABLED_FEATURES.join(',')}`,
    ...(isSandboxed ? [] : ['--no-sandbox']),
  ]
}

/** What no switch sets. Chromium may run as another user, who replaces these files by its own. */
async function writeProfile({ profile }: BrowserFolder, options: ChromiumOptions): Promise<void> {
  const { uid, gid } = options.confinement
  const own = join(profile, 'Default')
  await mkdir(own)
  const files = [
    [join(profile, 'Local State'), LOCAL_STATE],
    [join(own, 'Preferences'), DEVICES[options.device].preferences],
  ] as const
  for (const [path, content] of files) await writeFile(path, JSON.stringify(content), { mode: 0o644 })
  await chown(own, uid, gid)
}

/** Full version of the binary, e.g. `156.0.8078.79`. */
async function versionOf(executablePath: string, { command, uid }: Confinement): Promise<string> {
  const args = [...command, executablePath, '--version']
  const options = { timeout: LAUNCH_TIMEOUT_MS, env: SYSTEM_PATHS, cwd: '/' }
  const { stdout } = await promisify(execFile)('/usr/bin/env', args, options).catch((error: Error) => {
    throw new Error(`${executablePath} cannot be run by user ${uid}, as whom browsers run`, { cause: error })
  })
  const version = /\d+(?:\.\d+){3}/.exec(stdout)?.[0]
  if (version === undefined) throw new Error(`${executablePath} is no Chromium: it prints no version`)
  return version
}

/** Debian's `chromium` is a script that adds flags of a desktop (extensions, remote API keys); its binary is beside it. */
const WRAPPED: Record<string, string> = { '/usr/bin/chromium': '/usr/lib/chromium/chromium' }

function realExecutable(path: string): string {
  const real = WRAPPED[path]
  return real !== undefined && existsSync(real) ? real : path
}
