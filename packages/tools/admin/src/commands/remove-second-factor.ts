import { clearSecondFactor } from '@gleaner/accounts'
import { AdminError, type Command } from '../command.ts'
import { readEmail } from '../read-email.ts'

export const removeSecondFactorCommand: Command = {
  summary:
    'Turns the second factor of a person off who has lost their app and their recovery codes. Be sure who asks for it.',
  options: { email: { value: 'address', required: true, help: 'of the person' } },
  async run({ db, actor }, values) {
    const email = readEmail(values)
    const isRemoved = await db.transaction((both) => clearSecondFactor(both, actor, email))
    if (!isRemoved) throw new AdminError(`${email} is nobody who has a second factor.`)
    return { email, second_factor: 'off' }
  },
}
