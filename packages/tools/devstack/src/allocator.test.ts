import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'
import { allocatorVariables } from './allocator.ts'

test('a process that is given the variables runs with the allocator of the system, if it has one', async () => {
  const variables = allocatorVariables({})
  const script =
    "console.log(require('node:fs').readFileSync('/proc/self/maps', 'utf8').includes('jemalloc'))"
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['-e', script], { env: variables })
  expect([stdout.trim(), stderr]).toEqual([String(variables.LD_PRELOAD !== undefined), ''])
})

test('an allocator that the environment has chosen stays', () => {
  expect(allocatorVariables({ LD_PRELOAD: '/usr/lib/libmimalloc.so' })).toEqual({})
  const { MALLOC_CONF, LD_PRELOAD } = allocatorVariables({ MALLOC_CONF: 'narenas:4' })
  expect(MALLOC_CONF).toBe(LD_PRELOAD && 'narenas:4')
})
