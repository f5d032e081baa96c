import { freePort } from '@gleaner/local-servers/free-port'
import { type DevInfo, describeFleet } from './dev-info.ts'
import { type Environment, fleetEnvironment, proxyPortBeside } from './environment.ts'
import { fillCompileCache } from './fill-compile-cache.ts'
import { findChromium } from './find-chromium.ts'
import { type Home, homeAt, makeFolders } from './home.ts'
import { startInfrastructure } from './infrastructure.ts'
import { claimPort } from './port.ts'
import { prepareDatabase } from './prepare.ts'
import { endLeftovers, recordProcesses } from './processes.ts'
import { startSampleSite } from './sample-site.ts'
import { loadSecrets } from './secrets.ts'
import { startServices } from './service-processes.ts'
import { GROUPS, SPLIT } from './services.ts'
import { waitUntilReady } from './wait-until-ready.ts'
import { writePrivate } from './write-private.ts'

export interface FleetOptions {
  /** Folder for everything that the stack writes; two stacks need two of them. */
  home: string
  /** Port of the API; 0 for a free one. */
  port: number
  /** One process per service. */
  split?: boolean
  /** The operator's settings, and the rest of the environment that every process gets. */
  env: Environment
  /** Called with what a person at the terminal should know. */
  say?: (line: string) => void
}

/** A running stack: databases, sample website and every service. */
export interface Fleet {
  readonly home: Home
  /** As in dev.json; pids change when a process is started anew. */
  readonly info: DevInfo
  /** Stops everything in order; what does not stop in time is killed. */
  stop(): Promise<void>
  /** Kills every service at once, for a person who does not want to wait. */
  kill(): void
}

/** Starts everything, or nothing: what was started is stopped again when a later part does not start. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const { env, split = false, say = () => {} } = options
  const home = homeAt(options.home)
  await endLeftovers(home)
  if (options.port !== 0) await claimPort(options.port)
  await makeFolders(home)
  await recordProcesses(home, [])
  const secrets = await loadSecrets(home.secretsFile)
  const port = options.port || (await freePort())

  const parts: { stop(): Promise<void> }[] = []
  const stop = async () => {
    for (const part of parts.splice(0).reverse()) await part.stop()
  }
  let onChange = () => {}

  async function startParts(): Promise<Fleet> {
    const compiling = fillCompileCache(env)
    const infrastructure = await startInfrastructure({
      home,
      env,
      secrets,
      say,
      onRestart: () => onChange(),
    })
    parts.push(infrastructure)
    const site = await startSampleSite(port)
    parts.push({ stop: site.close })
    const chromiumPath = await findChromium(env)
    const settings = fleetEnvironment({
      operator: env,
      home,
      secrets,
      infrastructure,
      port,
      // Where we choose a port, one beside it may be another stack's.
      proxyPort: options.port === 0 ? await freePort() : proxyPortBeside(options.port),
      realtimePort: await freePort(),
      site: site.url,
      chromiumPath,
    })
    await prepareDatabase({ env: settings, secretsFile: home.secretsFile })
    await compiling
    const groups = split ? SPLIT : GROUPS
    const services = await startServices({ groups, home, env: settings, say, onReady: () => onChange() })
    parts.push(services)
    await waitUntilReady(Object.values(services.ops()))

    const describe = () => describeFleet({ secrets, settings, site: site.url, infrastructure, services })
    const keeper = await keepDescribed(home, describe, say)
    parts.push(keeper)
    onChange = keeper.update
    return {
      home,
      get info() {
        return describe()
      },
      stop: () => {
        infrastructure.stopRestarting()
        return stop()
      },
      kill: services.kill,
    }
  }

  try {
    return await startParts()
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Keeps dev.json and the record of our processes up to date. Writes run one after the other, so the last state stays.
 */
async function keepDescribed(home: Home, describe: () => DevInfo, say: (line: string) => void) {
  const write = async () => {
    const info = describe()
    await writePrivate(home.devFile, info)
    await recordProcesses(home, [...new Set(Object.values(info.pids))])
  }
  await write()
  let writing = Promise.resolve()
  let stopped = false
  return {
    update: () => {
      if (!stopped)
        writing = writing.then(write).catch((error) => say(`dev.json cannot be written: ${error}`))
    },
    stop: () => {
      stopped = true
      return writing
    },
  }
}
