import { withTimeout } from './deadline.ts'
import { maskSecrets } from './mask-secrets.ts'
import type { Service } from './service.ts'

const CHECK_TIMEOUT_MS = 2_000

export interface Readiness {
  ready: boolean
  /** `ok` or the reason, by `<service>.<check>`. */
  checks: Record<string, string>
}

/** Runs the checks of all services side by side, each for at most two seconds. */
export async function checkReadiness(services: readonly Service[]): Promise<Readiness> {
  const checks = services.flatMap((service) =>
    Object.entries(service.checks).map(async ([name, check]) => {
      const failure = await withTimeout('the check', CHECK_TIMEOUT_MS, check).then(
        () => undefined,
        (error: unknown) => maskSecrets(error instanceof Error ? error.message : String(error)),
      )
      return { name: `${service.name}.${name}`, failure }
    }),
  )
  const results = await Promise.all(checks)
  return {
    ready: results.every(({ failure }) => failure === undefined),
    checks: Object.fromEntries(results.map(({ name, failure }) => [name, failure ?? 'ok'])),
  }
}
