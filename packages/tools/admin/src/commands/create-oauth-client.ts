import { isUniqueViolation } from '@gleaner/db'
import { CLIENT_ID } from '@gleaner/oauth'
import { registerClient } from '@gleaner/operator'
import { AdminError, type Command } from '../command.ts'
import { REDIRECT_URI, readRedirectUri } from '../oauth-clients.ts'

const MOST_NAME_CHARS = 60

export const createOAuthClientCommand: Command = {
  summary: 'Registers a tool that may ask people for an API key by OAuth. Its secret is shown once.',
  options: {
    name: {
      value: 'name',
      required: true,
      help: 'what people are asked about, and part of the name of its keys',
    },
    'client-id': {
      value: 'id',
      help: 'the id that the tool is known by, where you choose it: letters, digits, . _ ~ and -; absent: a random one',
    },
    'redirect-uri': {
      ...REDIRECT_URI,
      required: false,
      help: `${REDIRECT_URI.help}; add-redirect-uri adds more`,
    },
    public: {
      help: 'for a tool that cannot keep a secret (a page, an extension): it has none and must use PKCE',
    },
    'first-party': {
      help: 'for an integration of the service’s own: its keys are named "<name> Integration"',
    },
  },
  async run({ db, actor, env }, values) {
    const name = readName(String(values.name))
    const given = readId(values['client-id'])
    const redirectUris = values['redirect-uri'] === undefined ? [] : [readRedirectUri(values, env)]
    const [isPublic, isFirstParty] = [values.public === true, values['first-party'] === true]
    const client = { id: given, name, redirectUris, isPublic, isFirstParty }
    const { id, secret } = await db
      .transaction((both) => registerClient(both, actor, client))
      .catch((error: unknown) => refuseTaken(error, given))
    return {
      client_id: id,
      client_secret: secret ?? null,
      name,
      redirect_uris: redirectUris,
    }
  },
}

function readName(text: string): string {
  const name = text.trim()
  if (name !== '' && name.length <= MOST_NAME_CHARS && !/\p{C}/u.test(name)) return name
  throw new AdminError(`--name must be one line of 1 to ${MOST_NAME_CHARS} characters.`)
}

function readId(text: string | boolean | undefined): string | undefined {
  if (text === undefined || CLIENT_ID.test(String(text))) return text as string | undefined
  throw new AdminError('--client-id must be 1 to 100 letters, digits, ".", "_", "~" and "-".')
}

function refuseTaken(error: unknown, id: string | undefined): never {
  if (!isUniqueViolation(error, 'oauth_client_pkey')) throw error
  throw new AdminError(`There is an OAuth client ${id} already; list-oauth-clients shows it.`)
}
