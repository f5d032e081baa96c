import { chmod, mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** Where one development stack keeps everything that it writes. */
export interface Home {
  readonly root: string
  readonly postgres: string
  readonly redis: string
  readonly storage: string
  /** Mails, as files, where no SMTP_URL is set. */
  readonly mail: string
  readonly logs: string
  readonly secretsFile: string
  readonly devFile: string
  readonly processesFile: string
}

/** The places of a stack in this folder; nothing is made yet. */
export function homeAt(folder: string): Home {
  const root = resolve(folder)
  return {
    root,
    postgres: join(root, 'data', 'postgres'),
    redis: join(root, 'data', 'redis'),
    storage: join(root, 'storage'),
    mail: join(root, 'mail'),
    logs: join(root, 'logs'),
    secretsFile: join(root, 'secrets.json'),
    devFile: join(root, 'dev.json'),
    processesFile: join(root, 'processes.json'),
  }
}

/** Makes the folders, for their owner alone. Postgres runs as another user when we are root: it may pass through. */
export async function makeFolders(home: Home): Promise<void> {
  for (const path of [home.postgres, home.redis, home.storage, home.mail, home.logs])
    await mkdir(path, { recursive: true })
  for (const path of [home.root, dirname(home.postgres), home.postgres]) await chmod(path, 0o711)
  for (const path of [home.redis, home.storage, home.mail, home.logs]) await chmod(path, 0o700)
}
