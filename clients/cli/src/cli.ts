import { Gleaner } from '@gleaner/sdk'
import { EXIT } from './exit-codes.ts'
import { SIGN_IN } from './explain-error.ts'
import { Failure } from './failure.ts'
import type { Output } from './output/output.ts'
import type { Progress } from './output/progress.ts'
import { styled, type Text } from './output/styled.ts'
import { configPath, readConfig } from './settings/config-file.ts'
import { type Flags, resolveTarget, type Target } from './settings/resolve.ts'
import { VERSION } from './version.ts'

export interface GlobalFlags extends Flags {
  json?: boolean
  quiet?: boolean
  debug?: boolean
}

/** What the process gives a command. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>
  stdin: NodeJS.ReadStream
  out: Output
  err: Output
  progress: Progress
  /** Ends what is under way: Ctrl-C, or who reads the output is gone. */
  signal: AbortSignal
}

/** What a command works with. */
export interface Cli extends Surroundings {
  flags: GlobalFlags
  target(): Promise<Target>
  /** A client with the key of whoever calls. Throws without one. */
  client(): Promise<Gleaner>
  /** A client of a server with the given key, with the access token of a person, or with neither. */
  clientOf(url: string, credential?: { apiKey: string } | { accessToken: string }): Gleaner
  /** A remark beside the result, for people: on stderr, in one line. */
  note(text: Text): void
  warn(text: Text): void
  /** How to go on with what is under way, if it is interrupted. */
  goOn: string[]
  /** What failed although the command goes on; the command then ends so. */
  exitCode: number
}

export function createCli(surroundings: Surroundings, flags: GlobalFlags): Cli {
  const { env, err, progress } = surroundings
  const tell = (text: Text) => {
    progress.clear()
    err.line(text)
  }
  let target: Promise<Target> | undefined
  const cli: Cli = {
    ...surroundings,
    flags,
    goOn: [],
    exitCode: EXIT.ok,
    target() {
      target ??= readConfig(configPath(env)).then((config) => resolveTarget(flags, env, config))
      return target
    },
    async client() {
      const { url, key } = await cli.target()
      if (key === undefined) throw noKey(url)
      return cli.clientOf(url, { apiKey: key })
    },
    clientOf(url, credential) {
      // Without one the client would take the key of the environment, which may be another server's.
      const none = {
        accessToken() {
          throw noKey(url)
        },
      }
      return new Gleaner({
        baseUrl: url,
        ...(credential ?? none),
        userAgent: `gleaner-cli/${VERSION}`,
        onResponse: (response) => {
          if (flags.debug) tell(styled('dim', `${response.status} ${new URL(response.url).pathname}`))
        },
      })
    },
    note(text) {
      if (!flags.quiet && err.isTerminal) tell(styled('dim', text))
    },
    warn(text) {
      if (!flags.quiet) tell([styled('yellow', 'warning: '), text])
    },
  }
  return cli
}

function noKey(url: string): Failure {
  return new Failure(EXIT.auth, `There is no key for ${url}.`, SIGN_IN)
}
