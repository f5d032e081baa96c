import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type ProcessRow, readProcess } from '@gleaner/runtime/process-table'
import { eventually } from '@gleaner/testkit'
import { networkNamespace, root, where } from '@gleaner/testkit/where'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type { NetworkNamespaceMode } from './confinement.ts'

const SCRIPT = new URL('../testing/show-confinement.ts', import.meta.url).pathname
const namespaces = networkNamespace()

interface Shown {
  refused?: string
  command: string[]
  hasOwnNetwork: boolean
  isSandboxed: boolean
  warnings: string[]
  uid: number
  processes: (ProcessRow & { uid: number; seccomp: number })[]
}

let folder: string
let started = 0
const workers: ChildProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp('/tmp/confine-')
  // Browsers' users pass through.
  await chmod(folder, 0o711)
})
afterEach(async () => {
  for (const worker of workers.splice(0)) {
    worker.kill('SIGKILL')
    if (worker.exitCode === null && worker.signalCode === null) await once(worker, 'exit')
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A process with a browser, started by `command` (a shell's words; `"$@"` stands for it). */
async function startWorker(
  mode: NetworkNamespaceMode,
  command = 'exec "$@"',
  prepare = async (_worker: ChildProcess) => {},
): Promise<[Shown, ChildProcess]> {
  const words = [process.execPath, SCRIPT, mode, join(folder, String(started++))]
  const worker = spawn('sh', ['-c', command, 'sh', ...words], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH },
  })
  workers.push(worker)
  const line = once(createInterface(worker.stdout!), 'line')
  await prepare(worker)
  return [JSON.parse((await line)[0]), worker]
}

/** Gives the user namespace that a worker has made as many numbers as a container has, and lets the worker go on. */
async function giveIds({ pid, stdin }: ChildProcess): Promise<void> {
  const namespaceOf = (who: number | string) => readlink(`/proc/${who}/ns/user`)
  const own = await namespaceOf('self')
  await eventually(async () => expect(await namespaceOf(pid!)).not.toBe(own))
  for (const kind of ['uid', 'gid']) await writeFile(`/proc/${pid}/${kind}_map`, '0 0 65536')
  stdin!.write('\n')
}

where(namespaces).describe('a browser of a worker', () => {
  test.each(['required', 'off'] as const)(
    'is not root and keeps its sandbox (network namespace: %s)',
    async (mode) => {
      const [shown] = await startWorker(mode)
      expect(shown).toMatchObject({ hasOwnNetwork: mode === 'required', isSandboxed: true, warnings: [] })
      const browsers = shown.processes.filter(({ command }) => command.includes('chromium'))
      const renderers = browsers.filter(({ command }) => command.includes('--type=renderer'))
      expect(shown.processes.map(({ uid }) => uid)).not.toContain(0)
      expect(browsers.filter(({ command }) => command.includes('--no-sandbox'))).toEqual([])
      expect(renderers.length).toBeGreaterThan(0)
      expect(renderers.filter(({ seccomp }) => seccomp !== 2)).toEqual([])
      // One group, which is ended as a whole.
      expect(new Set(browsers.map(({ group }) => group)).size).toBe(1)
    },
  )

  test('leaves no process when the worker is killed', async () => {
    const [{ processes }, worker] = await startWorker('required')
    expect(processes.length).toBeGreaterThan(4)
    worker.kill('SIGKILL')
    const alive = () => processes.filter(({ pid, startedAt }) => readProcess(pid)?.startedAt === startedAt)
    await eventually(() => expect(alive().map(({ command }) => command.slice(0, 60))).toEqual([]))
  })
})

describe('less than it wants', () => {
  const NO_NAMESPACES = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"'
  where(root, namespaces).test(
    'root without other users is nobody in a user namespace, and the operator is told',
    async () => {
      for (const mode of ['auto', 'off'] as const) {
        const [shown] = await startWorker(mode, 'exec unshare -r "$@"')
        expect(shown).toMatchObject({ hasOwnNetwork: mode === 'auto', isSandboxed: true })
        expect(shown.warnings).toEqual([expect.stringContaining('keeps the user of this process')])
        const browsers = shown.processes.filter(({ command }) => command.includes('chromium'))
        expect(browsers.filter(({ command }) => command.includes('--no-sandbox'))).toEqual([])
      }
    },
  )

  where(root, namespaces).test(
    'root without other users and without user namespaces starts no browser',
    async () => {
      const [shown] = await startWorker('auto', `exec unshare -r sh -c '${NO_NAMESPACES}' sh "$@"`)
      expect(shown.refused).toMatch(/root without the right to become another one/)
    },
  )

  where(root, namespaces).test(
    'root without user namespaces: another user runs it, without its sandbox, and the operator is told',
    async () => {
      const asRoot = 'exec setpriv --reuid=0 --regid=0 --clear-groups sh -c "$0" sh "$@"'
      const command = `exec unshare --user sh -c 'read _ && ${asRoot}' '${NO_NAMESPACES}' "$@"`
      const [shown] = await startWorker('auto', command, giveIds)
      expect(shown).toMatchObject({ hasOwnNetwork: false, isSandboxed: false })
      expect(shown.warnings).toEqual([
        expect.stringContaining('gets no network namespace'),
        expect.stringContaining('runs without its sandbox'),
      ])
      const browsers = shown.processes.filter(({ command }) => command.includes('chromium'))
      expect(new Set(browsers.map(({ uid }) => uid))).toEqual(new Set([shown.uid]))
      expect(shown.uid).toBeGreaterThanOrEqual(65_000)
      expect(shown.uid).toBeLessThan(65_536)
    },
  )

  where(root, namespaces).test('nothing starts where the namespace is required and not allowed', async () => {
    const [shown] = await startWorker('required', `exec unshare -r sh -c '${NO_NAMESPACES}' sh "$@"`)
    expect(shown.refused).toMatch(/^Chromium gets no network namespace: unshare: /)
  })
})
