import { listOperators, setOperator } from '@gleaner/operator'
import type { Command } from '../command.ts'
import { readEmail } from '../read-email.ts'

const EMAIL = { value: 'address', required: true, help: 'of a user, who signs in with it' } as const

export const grantOperatorCommand = setting(
  true,
  'Lets a person call the endpoints of operators (/operator), once they have signed in.',
)
export const revokeOperatorCommand = setting(false, 'Takes that from them, within a second.')

function setting(isOperator: boolean, summary: string): Command {
  return {
    summary,
    options: { email: EMAIL },
    async run({ db, actor }, values) {
      const email = readEmail(values)
      const changed = await db.transaction((both) => setOperator(both, actor, email, isOperator))
      return { email, operator: isOperator ? 'yes' : 'no', changed: changed ? 'yes' : 'no' }
    },
  }
}

export const listOperatorsCommand: Command = {
  summary: 'Lists who may call the endpoints of operators.',
  options: {},
  async run({ db }) {
    const operators = await listOperators(db)
    return operators.map(({ email, userId, since }) => ({
      email,
      user_id: userId,
      since: since.toISOString(),
    }))
  },
}
