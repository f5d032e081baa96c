import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createMetrics, loadConfig, silentLogger } from '@gleaner/runtime'
import { eventually, freePort } from '@gleaner/testkit'
import { config } from '../config.ts'
import { createService } from '../service.ts'

type Settings = Readonly<Record<string, string>>

/** One more gateway on the databases of a fixture. */
export async function startGateway(env: Settings): Promise<{ url: string; stop(): Promise<void> }> {
  const { settings, url } = await elsewhere(env)
  const deps = { logger: silentLogger(), metrics: createMetrics({ service: 'gateway' }) }
  const service = createService(loadConfig(config, settings), deps)
  await service.start()
  await eventually(() =>
    Promise.all(Object.values({ ...service.checks, ...service.partialChecks }).map((check) => check())),
  )
  return { url, stop: service.stop }
}

/** One more, in a process of its own that can be killed. */
export async function forkGateway(env: Settings): Promise<{ url: string; kill(): Promise<void> }> {
  const { settings, url } = await elsewhere(env)
  const child = fork(new URL('gateway-child.ts', import.meta.url).pathname, {
    env: settings,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  await once(child, 'message')
  await eventually(async () => {
    const { status } = (await (await fetch(`${url}/readyz`)).json()) as { status: string }
    if (status !== 'ready') throw new Error(`the gateway is ${status}`)
  })
  return {
    url,
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function elsewhere(env: Settings) {
  const port = String(await freePort())
  const url = `http://${env.HOST}:${port}`
  return { url, settings: { ...env, PORT: port } }
}
