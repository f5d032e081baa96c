import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from '@jest/globals'

interface Coverage {
  __stryker__?: { mutantCoverage?: { static: object } }
}

/** Writes down which faults a test file has reached. Loaded by jest before each test file of an instrumented copy. */
afterAll(() => {
  const reached = Object.keys((globalThis as Coverage).__stryker__?.mutantCoverage?.static ?? {})
  const suite = expect.getState().testPath
  writeFileSync(join(process.env.REACHED_FOLDER!, `${randomUUID()}.json`), JSON.stringify({ suite, reached }))
})
