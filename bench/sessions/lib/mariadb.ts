import { join } from 'node:path'
import { freePort } from '@gleaner/local-servers/free-port'
import { runToEnd, type Stop, startProgram } from './run-program.ts'

export interface MariaDb {
  port: number
  socket: string
  /** Runs statements as its administrator. */
  execute(sql: string): Promise<void>
  stop: Stop
}

/** A MariaDB of its own in `folder`, on loopback. */
export async function startMariaDb(folder: string): Promise<MariaDb> {
  const port = await freePort()
  const [data, socket, log] = ['mariadb', 'mariadb.sock', 'mariadb.log'].map((each) =>
    join(folder, each),
  ) as [string, string, string]
  const create = [
    '--no-defaults',
    `--datadir=${data}`,
    '--skip-test-db',
    '--auth-root-authentication-method=normal',
  ]
  await runToEnd({ command: 'mariadb-install-db', args: [...create, '--user=root'], log })
  const administrator = ['--no-defaults', `--socket=${socket}`, '--user=root']
  const execute = (sql: string) => runToEnd({ command: 'mariadb', args: administrator, log }, sql)
  const args = ['--no-defaults', '--user=root', `--datadir=${data}`, `--socket=${socket}`, `--port=${port}`]
  const limits = [
    '--bind-address=127.0.0.1',
    '--innodb-buffer-pool-size=32M',
    '--innodb-flush-log-at-trx-commit=0',
  ]
  const stop = await startProgram(
    { command: 'mariadbd', args: [...args, ...limits, `--pid-file=${join(folder, 'mariadb.pid')}`], log },
    () => execute('SELECT 1').then(() => true),
  )
  return { port, socket, execute, stop }
}
