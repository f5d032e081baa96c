import { expect } from '@jest/globals'
import { pythonWith, runPython } from '../../../packages/tools/testkit/src/python.ts'
import { where } from '../../../packages/tools/testkit/src/where.ts'

/** On a busy machine mypy takes minutes. */
const SLOW_MS = 900_000

where(pythonWith('httpx', 'pydantic', 'mypy')).test(
  'the Python client is typed strictly',
  async () => {
    const printed = await runPython(['-m', 'mypy', '--no-incremental', '--cache-dir=/dev/null'])
    expect(printed).toContain('no issues found')
  },
  SLOW_MS,
)
