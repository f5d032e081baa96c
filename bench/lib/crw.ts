import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

export const CRW_VERSION = '0.36.0'
/** The package for this machine's platform, which holds nothing but the program. */
const PACKAGE = `crw-mcp-${process.platform}-${process.arch}`
const FOLDER = join(tmpdir(), `gleaner-bench-crw-${CRW_VERSION}`)
const PROGRAM = join(FOLDER, 'node_modules', PACKAGE, 'crw-mcp')
const INSTALL_MS = 120_000
const ANSWER_MS = 30_000

/** It may fetch from loopback, and keeps none of its pauses between two requests to a host. */
const SETTINGS = {
  CRW_LOCAL: '1',
  CRW_ALLOW_LOOPBACK_FOR_TESTS: '1',
  CRW_CRAWLER__REQUESTS_PER_SECOND: '1000000',
  RUST_LOG: 'error',
}

/** fastCRW's engine alone (Rust; no accounts, nothing stored), in a process of its own. */
export interface Crw extends AsyncDisposable {
  readonly pid: number
  /** Fetches a page and makes Markdown of it; says what went wrong, or nothing. */
  scrape(url: string): Promise<string | undefined>
  /** What one of its other tools answers, as JSON; throws where that is an error. */
  call(tool: string, args: object): Promise<Record<string, unknown>>
}

/** Installs the program into the temporary folder where it is missing, and starts it. Throws where there is none for this platform. */
export async function startCrw(): Promise<Crw> {
  await install()
  const child = spawn(PROGRAM, [], {
    // Without PATH it finds no browser, which it would start for nothing and leave behind.
    env: { HOME: FOLDER, ...SETTINGS },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ask = createClient(child)
  await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'gleaner-bench', version: '1' },
  })
  return {
    pid: child.pid!,
    async scrape(url) {
      const { result, error } = await ask('tools/call', {
        name: 'crw_scrape',
        arguments: { url, formats: ['markdown'], renderJs: false },
      })
      if (error || !result || result.isError) return JSON.stringify(error ?? result).slice(0, 120)
      return undefined
    },
    async call(tool, args) {
      const { result, error } = await ask('tools/call', { name: tool, arguments: args })
      const text = result?.content?.[0]?.text
      if (error || text === undefined || result?.isError)
        throw new Error(`crw, ${tool}: ${JSON.stringify(error ?? result).slice(0, 300)}`)
      return JSON.parse(text)
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function install(): Promise<void> {
  if (existsSync(PROGRAM)) return
  await mkdir(FOLDER, { recursive: true })
  const packages = [`${PACKAGE}@${CRW_VERSION}`]
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--prefix', FOLDER, ...packages], {
    timeout: INSTALL_MS,
  })
}

interface Reply {
  id: number
  result?: { isError?: boolean; content?: { text: string }[] }
  error?: object
}

/** JSON-RPC, one message a line. */
function createClient(child: ChildProcess): (method: string, params: object) => Promise<Reply> {
  const waiting = new Map<number, (reply: Reply) => void>()
  let last = 0
  createInterface({ input: child.stdout! }).on('line', (line) => {
    const reply = JSON.parse(line) as Reply
    waiting.get(reply.id)?.(reply)
    waiting.delete(reply.id)
  })
  return (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++last
      const timer = setTimeout(() => reject(new Error(`crw does not answer ${method}`)), ANSWER_MS)
      waiting.set(id, (reply) => {
        clearTimeout(timer)
        resolve(reply)
      })
      child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    })
}
