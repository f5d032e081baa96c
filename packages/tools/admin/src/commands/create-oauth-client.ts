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
  async run({ db, actor }, values) {
    const name = readName(String(values.name))
    const redirectUris = values['redirect-uri'] === undefined ? [] : [readRedirectUri(values)]
    const [isPublic, isFirstParty] = [values.public === true, values['first-party'] === true]
    const { id, secret } = await db.transaction((both) =>
      registerClient(both, actor, { name, redirectUris, isPublic, isFirstParty }),
    )
    return {
      client_id: id,
      client_secret: secret ?? '(none: a public client)',
      name,
      redirect_uris: redirectUris.join(' ') || '(none: add-redirect-uri adds them)',
    }
  },
}

function readName(text: string): string {
  const name = text.trim()
  if (name !== '' && name.length <= MOST_NAME_CHARS && !/\p{C}/u.test(name)) return name
  throw new AdminError(`--name must be one line of 1 to ${MOST_NAME_CHARS} characters.`)
}
