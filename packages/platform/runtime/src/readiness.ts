import { withTimeout } from './deadline.ts'
import { maskSecrets } from './mask-secrets.ts'
import type { Checks, Service } from './service.ts'

const CHECK_TIMEOUT_MS = 2_000

export interface Readiness {
  /** `degraded`: it serves, and a part of its work cannot be done. */
  status: 'ready' | 'degraded' | 'not_ready'
  /** `ok` or the reason, by the check's name. */
  checks: Record<string, string>
}

type Checked = Pick<Service, 'checks' | 'partialChecks'>

/** Runs the checks of a service side by side, each for at most two seconds. */
export async function checkReadiness({ checks, partialChecks = {} }: Checked): Promise<Readiness> {
  const [needed, partial] = await Promise.all([runChecks(checks), runChecks(partialChecks)])
  const hasFailed = (results: Record<string, string>) => Object.values(results).some((one) => one !== 'ok')
  return {
    status: hasFailed(needed) ? 'not_ready' : hasFailed(partial) ? 'degraded' : 'ready',
    checks: { ...needed, ...partial },
  }
}

/** The readiness of a process: that of its services, the worst first. Checks are named `<service>.<check>`. */
export async function checkGroup(services: readonly (Checked & { name: string })[]): Promise<Readiness> {
  const all = await Promise.all(
    services.map(async (service) => ({ service: service.name, ...(await checkReadiness(service)) })),
  )
  const status = (['not_ready', 'degraded'] as const).find((one) => all.some(({ status }) => status === one))
  const named = all.flatMap(({ service, checks }) =>
    Object.entries(checks).map(([name, result]) => [`${service}.${name}`, result]),
  )
  return { status: status ?? 'ready', checks: Object.fromEntries(named) }
}

async function runChecks(checks: Checks): Promise<Record<string, string>> {
  const results = Object.entries(checks).map(async ([name, check]) => {
    const failure = await withTimeout('the check', CHECK_TIMEOUT_MS, check).then(
      () => undefined,
      (error: unknown) => maskSecrets(error instanceof Error ? error.message : String(error)),
    )
    return [name, failure ?? 'ok']
  })
  return Object.fromEntries(await Promise.all(results))
}
