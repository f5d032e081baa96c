import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { TIERS } from '../packages/contracts/src/tier.ts'

const ROOT = join(import.meta.dirname, '..')
const compose = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true })
const helm = parse(readFileSync(join(ROOT, 'infra/helm/gleaner/values.yaml'), 'utf8'))
const SERVICES = readdirSync(join(ROOT, 'services'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && hasFile(`services/${entry.name}/src/main.ts`))
  .map((entry) => entry.name)
/** Read by the process around the services; declared in packages/runtime. */
const PROCESS_SETTINGS = ['LOG_LEVEL', 'OPS_HOST', 'OPS_PORT', 'STOP_TIMEOUT_MS']
/** Of what an operator may leave out. */
const OPTIONAL_SECRETS = ['GRAFANA_PASSWORD', 'STRIPE_WEBHOOK_SECRET']
/** Set by the images. */
const IMAGE_SETTINGS = ['OPS_HOST', 'OPS_PORT', 'STORAGE_DIR', 'CHROMIUM_PATH']

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

  test.each(SERVICES)('%s is given what it needs, and nothing that it does not read', async (name) => {
    const settings = await settingsOf(name)
    const given = Object.keys(compose.services[name].environment)
    const needed = settings.filter(({ optional }) => !optional).map((setting) => setting.name)
    expect(needed.filter((variable) => !given.includes(variable))).toEqual([])
    const known = [...settings.map((setting) => setting.name), ...PROCESS_SETTINGS]
    expect(given.filter((variable) => !known.includes(variable))).toEqual([])
  })

  test.each(SERVICES)(
    '%s is confined: no capabilities, no writable root, no way to new privileges',
    (name) => {
      const service = compose.services[name]
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], init: true })
      expect(service.security_opt).toContain('no-new-privileges:true')
      expect(service.user).not.toBe('root')
      expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThan(25)
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
      'REDIS_URL',
      'ENCRYPTION_KEYS',
    ])
    const image = readFileSync(join(ROOT, 'infra/docker/node.Dockerfile'), 'utf8')
    expect(image).toContain('--filter-prod "{./packages/admin}..."')
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

  test('every secret must be set, and the message says how', () => {
    const text = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8')
    for (const [, name, rest] of text.matchAll(/\$\{(\w*(?:PASSWORD|KEYS|SECRET))(\W[^}]*)\}/g)) {
      if (!OPTIONAL_SECRETS.includes(name!)) expect(rest).toMatch(/^:\?.*make-env/)
    }
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

  test('has a deployment for every service', () => {
    expect(Object.keys(helm.services).sort()).toEqual([...SERVICES].sort())
  })

  test.each(SERVICES)(
    '%s is given the secrets and settings that it needs, and no other secret',
    async (name) => {
      const settings = await settingsOf(name)
      const { secrets, optionalSecrets = [], settings: own = {}, files } = helm.services[name]
      const given = [...secrets, ...Object.keys({ ...helm.settings, ...own }), ...IMAGE_SETTINGS, 'PORT']
      const needed = settings.filter(({ optional }) => !optional).map((setting) => setting.name)
      expect(needed.filter((variable) => !given.includes(variable))).toEqual([])
      const known = settings.map((setting) => setting.name)
      const handed = [...secrets, ...optionalSecrets]
      expect(handed.filter((variable: string) => !known.includes(variable))).toEqual([])
      expect(files ?? false).toBe(known.includes('STORAGE_DIR'))
    },
  )
})
