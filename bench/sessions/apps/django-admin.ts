import { join } from 'node:path'
import { answers, runToEnd, startProgram } from '../lib/run-program.ts'
import { submitForm } from '../lib/submit-form.ts'
import type { App, Place, RunningApp } from './app.ts'

/** Python; a cookie that is HttpOnly, SameSite=Lax and ends after two weeks. */
export const djangoAdmin: App = {
  name: 'django-admin',
  stack: 'Python, pages from the server',
  licence: 'BSD-3-Clause',
  debian: ['python3-django'],
  languages: ['en', 'es', 'ko'],
  start,
}

/** The packaged framework's own administration, as `startproject` sets it up. */
async function start({ folder, port, language }: Place): Promise<RunningApp> {
  const user = { name: 'marisol', password: 'winter-bridge-86' }
  const log = join(folder, 'log')
  const python = (...args: string[]) => ({ command: '/usr/bin/python3', args, cwd: folder, env: ENV, log })
  await runToEnd(python('-m', 'django', 'startproject', 'site1', folder))
  await runToEnd(python('-c', `open('site1/settings.py', 'a').write("LANGUAGE_CODE = '${language}'\\n")`))
  await runToEnd(python('manage.py', 'migrate'))
  const env = { ...ENV, DJANGO_SUPERUSER_PASSWORD: user.password }
  const create = ['createsuperuser', '--noinput', '--username', user.name, '--email', 'marisol@example.org']
  await runToEnd({ ...python('manage.py', ...create), env })
  const origin = `http://127.0.0.1:${port}`
  const stop = await startProgram(python('manage.py', 'runserver', '--noreload', `127.0.0.1:${port}`), () =>
    answers(`${origin}/admin/login/`),
  )
  return {
    pages: {
      root: `${origin}/admin/`,
      inner: `${origin}/admin/auth/`,
      signIn: `${origin}/admin/login/`,
      private: `${origin}/admin/auth/user/`,
      privateText: 'marisol@example.org',
    },
    async signIn(client) {
      const form = await client.visit(`${origin}/admin/login/?next=/admin/`)
      await submitForm(client, form, { username: user.name, password: user.password })
      return user.name
    },
    async signOut(client) {
      await client.visit(`${origin}/admin/logout/`)
    },
    stop,
  }
}

const ENV = { PYTHONPATH: '/usr/lib/python3/dist-packages', PYTHONUNBUFFERED: '1' }
