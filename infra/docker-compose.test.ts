import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { connectionsOf } from '../packages/platform/connections/src/pool-sizes.ts'
import { API_ROOT } from '../packages/platform/contracts/src/api-root.ts'
import { isServed, OPERATOR_PATHS, PUBLIC_PATHS } from '../packages/platform/contracts/src/served-paths.ts'
import { TIERS } from '../packages/platform/contracts/src/tier.ts'
import { loadConfig, processConfig } from '../packages/platform/runtime/src/index.ts'
import { COMPOSE_VARIABLES, DEPLOYED } from './deployments.ts'

const ROOT = join(import.meta.dirname, '..')
const compose = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), {
  merge: true,
  maxAliasCount: -1,
})
const helm = parse(readFileSync(join(ROOT, 'infra/helm/gleaner/values.yaml'), 'utf8'))
const chartSecrets: Record<string, { required: string[]; optional: string[] }> = parse(
  readFileSync(join(ROOT, 'infra/helm/gleaner/files/secrets.yaml'), 'utf8'),
)
const SERVICES = readdirSync(join(ROOT, 'services'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && hasFile(`services/${entry.name}/src/main.ts`))
  .map((entry) => entry.name)
/** Read by the process around the services; declared in packages/platform/runtime. */
const PROCESS_SETTINGS = Object.keys(processConfig.shape)
/** Of what an operator may leave out. */
const OPTIONAL_SECRETS = ['SSO_CLIENT_SECRET', 'GRAFANA_PASSWORD', 'STRIPE_WEBHOOK_SECRET']
/** What the images know, Compose and the chart; everything else is the operator's. */
const [IMAGE_SETTINGS, COMPOSE_SETTINGS, CHART_SETTINGS] = (['image', 'compose', 'chart'] as const).map(
  (way) =>
    Object.entries(DEPLOYED)
      .filter(([, { [way]: given }]) => given && 'fixed' in given)
      .map(([name]) => name),
) as [string[], string[], string[]]

/** `admin`, `migrate` with its lock, and what Postgres keeps for its superuser. */
const CONNECTIONS_OF_COMMANDS = 2 + 3 + 3
const [, imageDrain] = /DRAIN_TIME=(\w+)/.exec(
  readFileSync(join(ROOT, 'infra/docker/node.Dockerfile'), 'utf8'),
)!
const processSettings = loadConfig(processConfig, { DRAIN_TIME: imageDrain })
/** From the wish to stop to the end of a container. */
const STOP_SECONDS = (processSettings.DRAIN_TIME + processSettings.STOP_TIMEOUT_MS) / 1_000

interface Field {
  safeParse(value: unknown): { success: boolean }
}

function hasFile(path: string): boolean {
  try {
    return readFileSync(join(ROOT, path)).length > 0
  } catch {
    return false
  }
}

/** The variables that a service declares, and whether each may be left out. */
async function settingsOf(service: string): Promise<{ name: string; optional: boolean }[]> {
  const { config } = await import(join(ROOT, `services/${service}/src/config.ts`))
  const fields = Object.entries(config.shape as Record<string, Field>)
  return fields.map(([name, field]) => ({ name, optional: field.safeParse(undefined).success }))
}

describe('docker-compose.yml', () => {
  test('has a container for every service, and none of a service that does not exist', () => {
    const ours = Object.entries<{ command?: string[] }>(compose.services)
      .filter(([, { command }]) => command?.[0]?.startsWith('services/'))
      .map(([name]) => name)
    expect(ours.sort()).toEqual([...SERVICES].sort())
  })

  test.each(SERVICES)('%s runs its own main file', (name) => {
    expect(compose.services[name].command).toEqual([`services/${name}/src/main.ts`])
  })

  test.each(SERVICES)('%s is given every setting that it reads, and nothing else', async (name) => {
    const read = [...(await settingsOf(name)).map((setting) => setting.name), ...PROCESS_SETTINGS]
    const given = Object.keys(compose.services[name].environment)
    expect(given.sort()).toEqual(read.filter((one) => !IMAGE_SETTINGS.includes(one)).sort())
  })

  test.each(SERVICES)('%s is given what the operator sets, under the same name', (name) => {
    for (const [variable, value] of Object.entries<string>(compose.services[name].environment))
      if (!COMPOSE_SETTINGS.includes(variable))
        expect([variable, value.split(/[:}]/)[0]]).toEqual([variable, `\${${variable}`])
  })

  test('Postgres takes the connections of every service twice over, and those of the commands', () => {
    const [, most] = /max_connections=(\d+)/.exec(compose.services.postgres.command.join(' '))!
    const services = SERVICES.reduce((sum, name) => sum + connectionsOf(name), 0)
    expect(2 * services + CONNECTIONS_OF_COMMANDS).toBeLessThanOrEqual(Number(most))
  })

  test.each(SERVICES)(
    '%s is confined: no capabilities, no writable root, no way to new privileges',
    (name) => {
      const service = compose.services[name]
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], init: true })
      expect(service.security_opt).toContain('no-new-privileges:true')
      expect(service.user).not.toBe('root')
      expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThan(STOP_SECONDS)
    },
  )

  test.each(SERVICES.filter((name) => /tier-[45]/.test(name)))(
    '%s runs where Chromium may sandbox',
    (name) => {
      expect(compose.services[name].build.dockerfile).toBe('infra/docker/browser.Dockerfile')
      const profile = compose.services[name].security_opt.find((option: string) =>
        option.startsWith('seccomp:'),
      )
      const { defaultAction, syscalls } = JSON.parse(
        readFileSync(join(ROOT, profile.slice('seccomp:'.length)), 'utf8'),
      )
      const refused = syscalls.flatMap((rule: { names: string[] }) => rule.names)
      expect(defaultAction).toBe('SCMP_ACT_ALLOW')
      for (const call of ['clone', 'clone3', 'unshare', 'setns', 'chroot'])
        expect(refused).not.toContain(call)
      for (const call of ['mount', 'bpf', 'kexec_load', 'init_module']) expect(refused).toContain(call)
    },
  )

  test('the operator has commands, which know the databases and the keys to re-seal, and nothing else', () => {
    const { profiles, entrypoint, environment, read_only, restart } = compose.services.admin
    expect({ profiles, read_only, restart }).toEqual({ profiles: ['admin'], read_only: true, restart: 'no' })
    expect(hasFile(entrypoint[1])).toBe(true)
    expect(Object.keys(environment).filter((name) => !PROCESS_SETTINGS.includes(name))).toEqual([
      'DATABASE_URL',
      'DATABASE_CONNECT_TIMEOUT',
      'REDIS_URL',
      'ENCRYPTION_KEYS',
    ])
    const image = readFileSync(join(ROOT, 'infra/docker/node.Dockerfile'), 'utf8')
    expect(image).toContain('--filter-prod "{./packages/tools/admin}..."')
  })

  test('who stores or serves files has the volume that they are in', async () => {
    for (const name of SERVICES) {
      const names = (await settingsOf(name)).map((setting) => setting.name)
      const mounts = compose.services[name].volumes ?? []
      expect(mounts.includes('files:/data/files')).toBe(names.includes('STORAGE_DIR'))
    }
  })

  test('only the edge is reachable from outside, and no container has the Docker socket', () => {
    for (const [name, service] of Object.entries<{ ports?: string[]; volumes?: string[] }>(
      compose.services,
    )) {
      if (name !== 'edge') for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/)
      expect((service.volumes ?? []).join()).not.toContain('docker.sock')
    }
  })

  test('the databases have no network but their own, and keep what they are given', () => {
    for (const name of ['postgres', 'redis']) expect(compose.services[name].networks).toEqual(['data'])
    expect(compose.networks.data.internal).toBe(true)
    const redis = compose.services.redis.command.join(' ')
    expect(redis).toContain('--appendonly yes --appendfsync everysec --maxmemory-policy noeviction')
  })

  test('a setting that is misspelt in .env stops the fleet before anything is written', () => {
    const { settings, migrate } = compose.services
    expect(migrate.depends_on.settings).toEqual({ condition: 'service_completed_successfully' })
    // It is given all that stands there, also secrets, and reaches nobody.
    expect(settings).toMatchObject({
      env_file: [{ path: '.env', required: false }],
      network_mode: 'none',
      restart: 'no',
    })
    const check = (env: Record<string, string>) =>
      spawnSync(process.execPath, [join(ROOT, settings.command[0])], { env, encoding: 'utf8' })
    const made = execFileSync(process.execPath, [join(ROOT, 'infra/docker/make-env.mjs')], {
      encoding: 'utf8',
    })
    const right = Object.fromEntries(
      [...made.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
    )
    expect(check(right)).toMatchObject({ status: 0, stderr: '' })
    expect(check({ ...right, REGISTRATON: 'closed' })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('did you mean REGISTRATION?'),
    })
  })

  test('every secret must be set, and the message says how', () => {
    const text = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8')
    for (const [, name, rest] of text.matchAll(/\$\{(\w*(?:PASSWORD|KEYS|SECRET))(\W[^}]*)\}/g)) {
      if (!OPTIONAL_SECRETS.includes(name!)) expect(rest).toMatch(/^:\?.*make-env/)
    }
  })

  test('every variable that must be set is one that make-env.mjs makes', () => {
    const text = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8')
    const required = new Set([...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name!))
    const made = execFileSync(process.execPath, [join(ROOT, 'infra/docker/make-env.mjs')], {
      encoding: 'utf8',
    })
    expect(required.size).toBeGreaterThan(0)
    for (const name of required) expect(made).toMatch(new RegExp(`^${name}=.`, 'm'))
  })

  test('every variable of the operator is a setting or stands in the table of its own ones, with its default', async () => {
    const text = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8')
    const settings = (await Promise.all(SERVICES.map(settingsOf))).flat().map(({ name }) => name)
    const known = [...settings, ...PROCESS_SETTINGS]
    const others = [...text.matchAll(/\$\{(\w+):[-?]([^}]*)\}/g)]
      .filter(([, name]) => !known.includes(name!))
      .map(([, name, fallback]) => [name, fallback])
    const table = new Map(
      COMPOSE_VARIABLES.map((one) => [one.name, one.isSecret ? expect.any(String) : one.default]),
    )
    for (const [name, fallback] of others) expect([name, fallback]).toEqual([name, table.get(name!)])
    expect(new Set(others.map(([name]) => name))).toEqual(new Set(table.keys()))
  })

  test('the files that it names exist', () => {
    const text = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8')
    const paths = [...text.matchAll(/(?:\.\/)?(infra\/[\w./-]+\.(?:\w+))/g)].map(([, path]) => path!)
    expect(paths.length).toBeGreaterThan(5)
    for (const path of paths) expect([path, hasFile(path)]).toEqual([path, true])
  })
})

describe('the chart', () => {
  test('scales the workers of every tier by its open jobs, of which there is a metric', () => {
    const scaled = Object.values<{ autoscaling?: { tiers: string[] } }>(helm.services).flatMap(
      ({ autoscaling }) => autoscaling?.tiers ?? [],
    )
    expect(scaled.sort()).toEqual([...TIERS].sort())
    const template = readFileSync(join(ROOT, 'infra/helm/gleaner/templates/autoscaling.yaml'), 'utf8')
    const [, metric] = /query: .*?(gleaner_\w+)/.exec(template)!
    const report = readFileSync(join(ROOT, 'services/scheduler/src/report-open-jobs.ts'), 'utf8')
    expect(report).toContain(`'${metric}'`)
  })

  test('gives the rules to an operator of Prometheus with what they ask for', () => {
    const folder = join(ROOT, 'infra/helm/gleaner')
    const rules = readFileSync(join(folder, 'files/alerts.yaml'), 'utf8')
    expect(parse(rules)).toEqual(parse(readFileSync(join(ROOT, 'infra/monitoring/alerts.yml'), 'utf8')))
    const template = readFileSync(join(folder, 'templates/monitoring.yaml'), 'utf8')
    expect(template).toContain('targetLabel: job, replacement: gleaner')
    const [, placeholder] = /replace "(.+?)" \(/.exec(template)!
    expect(rules).toContain(`${placeholder}/reference/alerts#`)
    const deployments = readFileSync(join(folder, 'templates/deployments.yaml'), 'utf8')
    expect(deployments).toContain('- { name: ops, containerPort: 9090 }')
    expect(deployments).toContain('- name: {{ $name }}\n          image')
  })

  test('routes every public path to the service that answers it, and nothing else', () => {
    const routes = readFileSync(join(ROOT, 'infra/helm/gleaner/files/routes.yaml'), 'utf8')
    expect(parse(routes)).toEqual(PUBLIC_PATHS)
    const covers = [...PUBLIC_PATHS].filter(({ match }) => match === 'prefix')
    for (const { path } of OPERATOR_PATHS) {
      expect(isServed(path, PUBLIC_PATHS)).toBe(false)
      for (const cover of covers) expect(cover.path.startsWith(`${path}/`)).toBe(false)
    }
  })

  test('leans on no controller of its own choice', () => {
    expect(helm.route).toMatchObject({ kind: 'HTTPRoute', annotations: {}, className: '' })
    const template = readFileSync(join(ROOT, 'infra/helm/gleaner/templates/routes.yaml'), 'utf8')
    for (const word of ['ImplementationSpecific', 'RegularExpression', 'nginx'])
      expect(template).not.toContain(word)
  })

  test('has pods for callers and workers ended after they have stopped', () => {
    const template = readFileSync(join(ROOT, 'infra/helm/gleaner/templates/deployments.yaml'), 'utf8')
    const [, seconds] = /terminationGracePeriodSeconds: (\d+)/.exec(template)!
    expect(Number(seconds)).toBeGreaterThan(STOP_SECONDS)
  })

  test('says how many connections Postgres has to take: those of all replicas, and of one more of each during an upgrade', () => {
    const services = Object.entries<{ replicas: number }>(helm.services)
    const sum = services.reduce((all, [name, { replicas }]) => all + (replicas + 1) * connectionsOf(name), 0)
    expect(sum + CONNECTIONS_OF_COMMANDS).toBeLessThanOrEqual(helm.postgres.maxConnections)
  })

  test('names only settings that some service reads, and no secret', async () => {
    const read = (await Promise.all(SERVICES.map(settingsOf))).flat().map(({ name }) => name)
    const known = [...read, ...PROCESS_SETTINGS]
    const secrets = Object.values(chartSecrets).flatMap(({ required, optional }) => [
      ...required,
      ...optional,
    ])
    const unfit = (name: string) => !known.includes(name) || secrets.includes(name)
    expect(Object.keys(helm.settings).filter(unfit)).toEqual([])
  })

  test('has a deployment for every service', () => {
    expect(Object.keys(helm.services).sort()).toEqual([...SERVICES].sort())
  })

  test.each(SERVICES)(
    '%s is given the secrets and settings that it needs, and no other secret',
    async (name) => {
      const settings = await settingsOf(name)
      const { settings: own = {}, files } = helm.services[name]
      const { required, optional } = chartSecrets[name]!
      const given = [
        ...required,
        ...Object.keys({ ...helm.settings, ...own }),
        ...IMAGE_SETTINGS,
        ...CHART_SETTINGS,
      ]
      const needed = settings.filter(({ optional }) => !optional).map((setting) => setting.name)
      expect(needed.filter((variable) => !given.includes(variable))).toEqual([])
      const known = [...settings.map((setting) => setting.name), ...PROCESS_SETTINGS]
      const handed = [...required, ...optional]
      expect(handed.filter((variable: string) => !known.includes(variable))).toEqual([])
      expect(files ?? false).toBe(known.includes('STORAGE_DIR'))
    },
  )
})

describe('the edge', () => {
  const caddyfile = readFileSync(join(ROOT, 'infra/edge/Caddyfile'), 'utf8')

  test('sends what is followed live to realtime', async () => {
    const { REALTIME_ENDPOINTS } = await import('../packages/platform/contracts/src/endpoints.ts')
    const [, live] = /@live path (.+)/.exec(caddyfile)!
    const streams = Object.values(REALTIME_ENDPOINTS).map(
      ({ path }) => API_ROOT + path.replace(/\{\w+\}/g, '*'),
    )
    const sockets = PUBLIC_PATHS.filter(({ service }) => service === 'realtime').map(
      ({ path }) => `${path}/*`,
    )
    expect(live!.split(' ').sort()).toEqual([...streams, ...sockets].sort())
  })

  test('shows nothing of the operator', () => {
    const [, operators] = /@operators path (.+)/.exec(caddyfile)!
    expect(operators!.split(' ')).toEqual(OPERATOR_PATHS.flatMap(({ path }) => [path, `${path}/*`]))
  })
})
