import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { promisify } from 'node:util'
import { SYSTEM_PATHS } from './namespace/system-paths.ts'

const RUN_TIMEOUT_MS = 10_000

/** A readiness check: Chromium is there, and ran once. It is not run again each time. */
export function createChromiumCheck(path: string): () => Promise<void> {
  let hasRun: Promise<unknown> | undefined
  return async () => {
    try {
      await access(path, constants.X_OK)
      hasRun ??= promisify(execFile)(path, ['--version'], { env: SYSTEM_PATHS, timeout: RUN_TIMEOUT_MS })
      await hasRun
    } catch (error) {
      hasRun = undefined
      throw new Error(`Chromium cannot be run: ${(error as Error).message.split('\n', 1)[0]}`, {
        cause: error,
      })
    }
  }
}
