import { stat } from 'node:fs/promises'
import type { Cli } from '../cli.ts'
import { EXIT } from '../exit-codes.ts'
import { explainError, SIGN_IN } from '../explain-error.ts'
import { configPath } from '../settings/config-file.ts'
import { VERSION } from '../version.ts'
import { commandsBeyond } from './older-server.ts'
import { reach } from './reach.ts'
import { remediesOf } from './remedies.ts'

export interface Finding {
  name: string
  state: 'good' | 'doubtful' | 'bad'
  says: string
  remedy?: string
  /** What the command ends with because of it. */
  exitCode?: number
}

/** A check says nothing where another one has said already what is wrong. */
type Check = (cli: Cli) => Promise<Finding | undefined>

const LEAST_NODE = 20
const MOST_SKEW_MS = 60_000

/** What is looked at, in this order. */
export const CHECKS: Record<string, Check> = {
  async node() {
    const major = Number(process.versions.node.split('.')[0])
    return major >= LEAST_NODE
      ? good('node', `Node ${process.versions.node}`)
      : bad('node', `Node ${process.versions.node} is too old`, `Install Node ${LEAST_NODE} or newer.`)
  },

  async settings({ env }) {
    const path = configPath(env)
    const found = await stat(path).catch(() => undefined)
    if (!found) return good('settings', `${path} is not there yet`)
    const isOpen = process.platform !== 'win32' && (found.mode & 0o077) !== 0
    return isOpen
      ? bad('settings', `${path} can be read by others (${(found.mode & 0o777).toString(8)})`, `chmod 600 ${path}`)
      : good('settings', path)
  },

  async proxy({ env }) {
    const set = ['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy'].filter((name) => env[name])
    if (set.length === 0) return undefined
    if (env.NODE_USE_ENV_PROXY) return good('proxy', `${set.join(', ')} is used`)
    return doubtful('proxy', `${set.join(', ')} is set, and Node does not use it`, 'Set NODE_USE_ENV_PROXY=1 with Node 24 or newer, if the server is behind it.')
  },

  async certificates({ env }) {
    if (env.NODE_TLS_REJECT_UNAUTHORIZED !== '0') return undefined
    return doubtful('certificates', 'NODE_TLS_REJECT_UNAUTHORIZED=0: anybody may answer in place of the server', 'Unset it; NODE_EXTRA_CA_CERTS names a certificate of your own.')
  },

  async server(cli) {
    const { url, urlFrom } = await cli.target()
    const from = `${url} (${urlFrom})`
    const answer = await reach(`${url}/api/v1`, cli.signal)
    if ('fault' in answer) return bad('server', `${from}: ${answer.fault}`, answer.remedy)
    if ((answer.body as { service?: unknown } | undefined)?.service !== 'Gleaner')
      return bad('server', `${from} answers, but is no Gleaner`, 'Look at the address; it is that of the API, without a path.')
    const skew = answer.date === undefined ? 0 : answer.date - Date.now()
    if (Math.abs(skew) > MOST_SKEW_MS)
      return doubtful('server', `${from} answers; its clock differs from yours by ${Math.round(skew / 1000)} s`, 'Set the clock of the machine that is wrong.')
    return good('server', `${from} answers in ${Math.round(answer.ms)} ms`)
  },

  async version(cli) {
    const { url } = await cli.target()
    const answer = await reach(`${url}/api/v1`, cli.signal)
    if ('fault' in answer || (answer.body as { service?: unknown } | undefined)?.service !== 'Gleaner') return undefined
    const beyond = commandsBeyond(answer.body as object)
    if (beyond.length === 0) return good('version', 'the server knows every command')
    return doubtful('version', `the server is older than this command, and does not know ${beyond.join(', ')}`, `Upgrade the server, or install the command of its version; this is ${VERSION}.`)
  },

  async services(cli) {
    const { url } = await cli.target()
    const answer = await reach(`${url}/readyz`, cli.signal)
    if ('fault' in answer) return undefined
    const { status, failing = [] } = (answer.body ?? {}) as { status?: string; failing?: string[] }
    if (status === 'ready') return good('services', 'all are ready')
    if (status === undefined) return undefined
    const says = `${status.replaceAll('_', ' ')}: ${failing.join(', ')}`
    return (status === 'not_ready' ? bad : doubtful)('services', says, remediesOf(failing))
  },

  async key(cli) {
    const { url, key, keyFrom } = await cli.target()
    if (key === undefined) return bad('key', `there is none for ${url}`, SIGN_IN, EXIT.auth)
    try {
      const me = await cli.clientOf(url, { apiKey: key }).auth.me({ signal: cli.signal, maxRetries: 0 })
      return good('key', `of ${me.email ?? me.name ?? me.account_id} (${keyFrom})`)
    } catch (error) {
      const { message, remedy, exitCode } = explainError(error)
      // Who cannot be reached was named above.
      return exitCode === EXIT.error ? undefined : bad('key', `${message} (${keyFrom})`, remedy, exitCode)
    }
  },

  async credits(cli) {
    const { url, key } = await cli.target()
    if (key === undefined) return undefined
    const options = { signal: cli.signal, maxRetries: 0 }
    const balance = await cli.clientOf(url, { apiKey: key }).billing.balance(options).catch(() => undefined)
    if (!balance) return undefined
    if (balance.available_credits >= 1) return good('credits', `${balance.available_credits} available`)
    return bad('credits', 'none are available', 'Add credits, or ask the operator for some.', EXIT.credits)
  },
} // biome-ignore format: a table

function good(name: string, says: string): Finding {
  return { name, state: 'good', says }
}

function doubtful(name: string, says: string, remedy: string): Finding {
  return { name, state: 'doubtful', says, remedy }
}

function bad(name: string, says: string, remedy: string | undefined, exitCode: number = EXIT.error): Finding {
  return { name, state: 'bad', says, ...(remedy !== undefined && { remedy }), exitCode }
}
