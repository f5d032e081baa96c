import { describe, expect, test } from '@jest/globals'
import { refuseMisspelt } from './misspelt-settings.ts'

const KNOWN = new Set(['REGISTRATION', 'DATABASE_URL', 'DRAIN_TIME', 'DEMO', 'PORT', 'HOST'])

describe('a variable that is no setting', () => {
  test.each([
    ['REGISTRATON', 'REGISTRATION'],
    ['REGISRTATION', 'REGISTRATION'],
    ['REGISTRATIONS', 'REGISTRATION'],
    ['DATABSE_URI', 'DATABASE_URL'],
    ['DRAINTIME', 'DRAIN_TIME'],
    ['GLEANER_REGISTRATION', 'REGISTRATION'],
    ['GLEANER_REGISTRATON', 'REGISTRATION'],
    ['GLEANER_PORT', 'PORT'],
  ])('and is nearly one is refused, with the name that was meant (%s)', (name, meant) => {
    expect(() => refuseMisspelt(KNOWN, { [name]: 'x' })).toThrow(
      `${name}: there is no such setting; did you mean ${meant}?`,
    )
  })

  test.each(['PATH', 'PWD', 'POST', 'HOSTNAME', 'REGISTRY', 'NODE_ENV', 'GLEANER_HOME', 'GLEANER_KEY'])(
    'and is another program’s is none of ours (%s)',
    (name) => expect(() => refuseMisspelt(KNOWN, { [name]: 'x' })).not.toThrow(),
  )

  test('and is empty is not set', () => {
    expect(() => refuseMisspelt(KNOWN, { REGISTRATON: '' })).not.toThrow()
  })
})
