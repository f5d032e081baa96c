import type { z } from 'zod'
import { ConfigError, type Environment } from './config.ts'
import { describeError } from './describe-error.ts'
import { type Group, startGroup } from './group.ts'
import { releaseMemory } from './release-memory.ts'
import type { ServiceDefinition } from './service.ts'

/**
 * The whole life of a service's process: settings from `env` (a main.ts passes `process.env`), start, serve until
 * SIGTERM, SIGINT or the loss of a parent that holds an IPC channel, graceful stop, exit.
 */
export async function run<Schema extends z.ZodObject>(
  definition: ServiceDefinition<Schema>,
  env: Environment,
): Promise<void> {
  await runGroup(definition.name, [definition as unknown as ServiceDefinition], env)
}

/** As `run`, for several services in one process. */
export async function runGroup(
  name: string,
  definitions: readonly ServiceDefinition[],
  env: Environment,
): Promise<void> {
  let group: Group | undefined
  let ending = false
  // SIGTERM may come twice, from the system's shutdown and from a supervisor; a second SIGINT is a person who does not
  // want to wait.
  const end = async (why: string) => {
    if (!group) process.exit(why === 'SIGINT' ? 130 : 143)
    if (ending && why === 'SIGINT') process.exit(130)
    if (ending) return
    ending = true
    process.exitCode = await stopGroup(group, why)
    process.exit()
  }
  process.on('SIGTERM', () => void end('SIGTERM'))
  process.on('SIGINT', () => void end('SIGINT'))
  if (process.channel) process.once('disconnect', () => void end('the parent is gone'))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error) => die(name, error, event))
  }

  try {
    group = await startGroup(name, definitions, env)
  } catch (error) {
    die(name, error, 'start')
  }
  releaseMemory()
  group.logger.info({ services: definitions.map((one) => one.name), opsPort: group.opsPort }, 'started')
  process.send?.({ type: 'ready', opsPort: group.opsPort })
}

async function stopGroup(group: Group, why: string): Promise<number> {
  group.logger.info({ why }, 'stopping')
  try {
    await group.drain()
    await group.stop()
    group.logger.info('stopped')
    return 0
  } catch (error) {
    group.logger.error({ err: error }, 'the stop was not clean')
    return 1
  }
}

/** An unexpected error ends the process: its supervisor starts a fresh one. */
function die(service: string, error: unknown, during: string): never {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`)
  else {
    const line = {
      level: 'fatal',
      time: new Date().toISOString(),
      service,
      during,
      err: describeError(error),
    }
    process.stderr.write(`${JSON.stringify(line)}\n`)
  }
  process.exit(1)
}
