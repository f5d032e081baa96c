import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { commandLine, identifyProcess } from '@gleaner/testkit/child/process-identity'
import { stopProcess } from '@gleaner/testkit/child/stop-process'

/**
 * Ends processes that work in `folder`: browsers, whose profile there stands on their command line. Nothing but a
 * stack of this folder starts such a process, so none of them is a stranger.
 */
export async function sweepProcesses(folder: string): Promise<void> {
  const pids = await listPids(folder)
  const lines = await Promise.all(pids.map(async (pid) => ({ pid, line: await commandLine(pid) })))
  const ours = lines.filter(({ pid, line }) => pid !== process.pid && line.includes(`=${folder}/`))
  await Promise.all(
    ours.map(async ({ pid }) => {
      const identity = await identifyProcess(pid)
      if (identity) await stopProcess(identity, 'SIGKILL')
    }),
  )
}

async function listPids(folder: string): Promise<number[]> {
  if (process.platform === 'linux') return (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const { stdout } = await promisify(execFile)('pgrep', ['-f', folder]).catch(() => ({ stdout: '' }))
  return stdout.split('\n').map(Number).filter(Boolean)
}
