import { listClients } from '@gleaner/oauth'
import type { Command } from '../command.ts'
import { showClient } from '../oauth-clients.ts'

export const listOAuthClientsCommand: Command = {
  summary: 'Lists the tools that may ask for keys by OAuth, the oldest first, with how many keys they hold.',
  options: {},
  async run({ db }) {
    return (await listClients(db)).map(showClient)
  },
}
