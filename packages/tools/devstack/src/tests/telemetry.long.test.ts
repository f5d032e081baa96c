import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { networkNamespace, root, where } from '@gleaner/testkit/where'
import { expect } from '@jest/globals'

const LOOPBACK_UP = 'ip link set lo up'

where(root, networkNamespace(LOOPBACK_UP)).test(
  'a stack that starts, works and stops sends nothing to anybody: no figures, no look for a new version, no lookup of a name',
  async () => {
    const command = `${LOOPBACK_UP} && exec "$0" "$1"`
    const script = join(import.meta.dirname, 'count-what-leaves.ts')
    const { stdout } = await promisify(execFile)('unshare', [
      '-n',
      'sh',
      '-c',
      command,
      process.execPath,
      script,
    ])
    expect(JSON.parse(stdout)).toEqual({
      scrapes: [200, 200],
      exit: 0,
      started: 0,
      used: 0,
      stopped: 0,
      control: 1,
    })
  },
)
