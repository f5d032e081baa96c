import { type ChildProcess, spawn } from 'node:child_process'
import { type Command, launch } from './launch.ts'
import { identifyProcess } from './process-identity.ts'
import { stopProcess } from './stop-process.ts'

export interface ServerCommand extends Command {
  /** The server accepts connections once its output shows this. */
  ready: RegExp
  /** Ends the server cleanly. */
  stopSignal: NodeJS.Signals
  /** Written to the server's standard input: what may not stand on a command line, which everybody can read. */
  input?: string
}

export interface ServerProcess {
  pid: number
  stop(): Promise<void>
}

const READY_DEADLINE_MS = 60_000
const KEPT_OUTPUT = 4_000

/**
 * Starts a server as a child that ends with us, and waits until it accepts connections.
 * `onSpawn` is called with its pid at once. Throws with the server's last words when it ends before that.
 */
export async function startServer(
  command: ServerCommand,
  onSpawn: (pid: number) => Promise<void>,
): Promise<ServerProcess> {
  const { program, args, options } = await launch({ ...command, dieWithParent: command.stopSignal })
  // Detached: a terminal's Ctrl-C is for us, who stop the server after those that use it.
  const stdin = command.input === undefined ? 'ignore' : 'pipe'
  const child = spawn(program, args, { stdio: [stdin, 'pipe', 'pipe'], detached: true, ...options })
  const output = collectOutput(child)
  // Listened for from the first moment: a server may end before its pid is written down.
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  await spawned(child, command.program)
  // A server that ends at once closes it; what it said meanwhile is the error to tell.
  child.stdin?.on('error', () => {})
  child.stdin?.end(command.input)
  const pid = child.pid!
  const identity = await identifyProcess(pid)
  killAtExit(child)
  await onSpawn(pid)
  try {
    await untilReady(closed, command, output)
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  child.unref()
  for (const stream of [child.stdout!, child.stderr!]) (stream as unknown as { unref(): void }).unref()
  return { pid, stop: async () => (identity ? stopProcess(identity, command.stopSignal) : undefined) }
}

function spawned(child: ChildProcess, program: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (cause) => reject(new Error(`${program} does not start`, { cause })))
  })
}

interface Output {
  text: string
  onText: () => void
}

function collectOutput(child: ChildProcess): Output {
  const output: Output = { text: '', onText: () => {} }
  const collect = (chunk: Buffer) => {
    output.text = (output.text + chunk.toString()).slice(-KEPT_OUTPUT)
    output.onText()
  }
  child.stdout!.on('data', collect)
  child.stderr!.on('data', collect)
  return output
}

function untilReady(closed: Promise<void>, command: ServerCommand, output: Output): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error) => {
      clearTimeout(timer)
      output.onText = () => {}
      return error ? reject(error) : resolve()
    }
    const onClose = () => settle(new Error(`${command.program} ended at once:\n${output.text}`))
    const late = () => settle(new Error(`${command.program} is not ready after 60 s:\n${output.text}`))
    const timer = setTimeout(late, READY_DEADLINE_MS)
    output.onText = () => {
      if (command.ready.test(output.text)) settle()
    }
    void closed.then(onClose)
    output.onText()
  })
}

const running = new Set<ChildProcess>()

function killAtExit(child: ChildProcess): void {
  if (running.size === 0) process.once('exit', killRunning)
  running.add(child)
  child.once('close', () => {
    running.delete(child)
    if (running.size === 0) process.off('exit', killRunning)
  })
}

function killRunning(): void {
  for (const child of running) child.kill('SIGTERM')
}
