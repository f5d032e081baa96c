import type { Command } from '../command.ts'
import { addCreditsCommand } from './add-credits.ts'
import { createAccountCommand } from './create-account.ts'
import { createKeyCommand } from './create-key.ts'
import { listAccountsCommand } from './list-accounts.ts'

/** Every command of the operator, by the word that calls it. */
export const COMMANDS: Record<string, Command> = {
  'create-account': createAccountCommand,
  'create-key': createKeyCommand,
  'add-credits': addCreditsCommand,
  'list-accounts': listAccountsCommand,
}
