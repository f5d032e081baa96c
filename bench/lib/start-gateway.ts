import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Stack } from './stack.ts'

/** Starts `module`, which serves a gateway and then sends its parent a message, on the databases of a stack. */
export async function startGateway(
  module: string,
  stack: Stack,
  port: number,
  env: Record<string, string> = {},
): Promise<ChildProcess> {
  const info = await stack.info()
  const { encryption_keys, jwt_secret } = JSON.parse(await readFile(join(stack.home, 'secrets.json'), 'utf8'))
  const gateway = fork(module, {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: info.database_url,
      REDIS_URL: info.redis_url,
      ENCRYPTION_KEYS: encryption_keys,
      STORAGE_DIR: info.storage_dir,
      JWT_SECRET: jwt_secret,
      ADMIN_PASSWORD: info.admin.password,
      EGRESS_ALLOW: new URL(info.sample_site).host,
      ...env,
    },
    execArgv: [],
  })
  await once(gateway, 'message')
  return gateway
}
