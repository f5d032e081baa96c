import type { Command } from 'commander'
import { type Cli, createCli, type Surroundings } from './cli.ts'
import { globalFlags, type Run } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { explainError } from './explain-error.ts'
import type { Failure } from './failure.ts'
import { hidden } from './hidden.ts'
import { inOneLine } from './output/neutralise.ts'
import { styled, type Text } from './output/styled.ts'
import { createProgram } from './program.ts'

/** Why a command is ended from outside, as the reason of its signal. */
export class Ended extends Error {
  readonly exitCode: number

  constructor(exitCode: number) {
    super('ended')
    this.exitCode = exitCode
  }
}

/** Runs a command line and returns what to exit with. */
export async function main(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { out, err, progress, signal } = surroundings
  let cli: Cli | undefined
  const run: Run = (handler) =>
    (async (...given: unknown[]) => {
      const of = given.at(-1) as Command
      cli = createCli(surroundings, globalFlags(of))
      await handler(cli, ...(given.slice(0, -1) as never))
    }) as never
  const program = createProgram(run, { out, err })
  try {
    await program.parseAsync(args, { from: 'user' })
    progress.clear()
    return cli?.exitCode ?? EXIT.ok
  } catch (error) {
    progress.clear()
    if (signal.aborted && signal.reason instanceof Ended) return endEarly(signal.reason, cli, surroundings)
    const failure = explainError(error)
    if (isSilent(error)) return failure.exitCode === 0 ? EXIT.ok : EXIT.usage
    if (cli?.flags.json) out.json({ error: asJson(failure) })
    err.line(asLine(failure, await secretsOf(cli)))
    for (const hint of cli?.goOn ?? []) err.line(styled('dim', hint))
    if (cli?.flags.debug) err.line(styled('dim', hidden(traceOf(failure), await secretsOf(cli))))
    return failure.exitCode
  } finally {
    await Promise.all([out.end(), err.end()])
  }
}

/** Commander has written its own words: help, the version, or what is wrong with the arguments. */
function isSilent(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('commander.')
}

function endEarly({ exitCode }: Ended, cli: Cli | undefined, { err }: Surroundings): number {
  if (exitCode === EXIT.ok) return exitCode
  err.line(['Interrupted.', ...(cli?.goOn ?? []).map((hint): Text => ` ${hint}`)])
  return exitCode
}

function asLine({ message, remedy }: Failure, secrets: readonly string[]): Text {
  const text = inOneLine(message).replace(/[^.!?]$/, '$&.')
  return [
    styled('red', 'error: '),
    hidden(text, secrets),
    remedy ? [' ', styled('dim', hidden(remedy, secrets))] : '',
  ]
}

function asJson({ message, remedy, exitCode, cause }: Failure): object {
  const { code, requestId, jobId } = (cause ?? {}) as Record<string, unknown>
  return { message, code, remedy, exit_code: exitCode, request_id: requestId, job_id: jobId }
}

function traceOf(failure: Failure): string {
  const { cause } = failure
  const details =
    cause instanceof Error && 'toJSON' in cause ? `\n${JSON.stringify(cause, undefined, 2)}` : ''
  return `${(cause instanceof Error ? cause : failure).stack}${details}`
}

async function secretsOf(cli: Cli | undefined): Promise<string[]> {
  const key = await cli?.target().then(
    (target) => target.key,
    () => undefined,
  )
  return [key, cli?.flags.key].filter((each) => each !== undefined && each.length > 8) as string[]
}
