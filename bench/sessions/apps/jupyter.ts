import { createHash, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { answers, startProgram } from '../lib/run-program.ts'
import { submitForm } from '../lib/submit-form.ts'
import type { App, Place, RunningApp } from './app.ts'

/** One password, no user names; a signed cookie that no sign-out calls back. */
export const jupyter: App = {
  name: 'jupyter',
  stack: 'Python (Tornado), pages from the server filled by scripts',
  licence: 'BSD-3-Clause',
  debian: ['jupyter-notebook'],
  languages: ['en'],
  start,
}

async function start({ folder, port }: Place): Promise<RunningApp> {
  const password = 'paper-lighthouse-19'
  const salt = randomBytes(6).toString('hex')
  const hash = createHash('sha1').update(password).update(salt).digest('hex')
  const notebooks = join(folder, 'notebooks')
  await mkdir(notebooks)
  await writeFile(join(notebooks, 'harvest.txt'), 'rye, oats, barley')
  const origin = `http://127.0.0.1:${port}`
  const launch = () => {
    // A new secret at every start: it is what all signed cookies end with.
    const secret = `c.NotebookApp.cookie_secret = ${JSON.stringify(randomBytes(32).toString('hex'))}.encode()\n`
    const settings = `${secret}c.NotebookApp.password = 'sha1:${salt}:${hash}'\n`
    return writeFile(join(folder, 'settings.py'), settings).then(() =>
      startProgram(
        {
          command: '/usr/bin/python3',
          args: [
            '-m',
            'notebook',
            ...OPTIONS,
            `--port=${port}`,
            `--config=${folder}/settings.py`,
            `--notebook-dir=${notebooks}`,
          ],
          env: {
            HOME: folder,
            JUPYTER_CONFIG_DIR: folder,
            JUPYTER_RUNTIME_DIR: folder,
            JUPYTER_DATA_DIR: folder,
          },
          log: join(folder, 'log'),
        },
        () => answers(`${origin}/login`),
      ),
    )
  }
  let stop = await launch()
  return {
    pages: {
      root: `${origin}/`,
      inner: `${origin}/tree`,
      signIn: `${origin}/login`,
      private: `${origin}/api/contents`,
      privateText: 'harvest.txt',
    },
    async signIn(client) {
      const form = await client.visit(`${origin}/login?next=%2Ftree`)
      await submitForm(client, form, { password })
      return undefined
    },
    async signOut(client) {
      await client.visit(`${origin}/logout`)
      await stop()
      stop = await launch()
    },
    stop: () => stop(),
  }
}

const OPTIONS = ['--no-browser', '--ip=127.0.0.1', '--allow-root', '--port-retries=0']
