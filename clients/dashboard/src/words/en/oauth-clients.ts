import { pages } from './pages.ts'

/** Tools that may ask people for a key by OAuth: for operators. */
export const oauthClients = {
  title: pages.oauthClients,
  lead: 'Tools that may ask people for a key. Whoever allows one finds its key among theirs.',
  empty: 'Register a tool here, and it can ask people for a key by OAuth 2.1 with PKCE.',
  add: 'Register client',
  name: 'Name',
  nameHint: 'What people are asked about',
  redirects: 'Redirect addresses',
  redirectsHint: 'A line each, compared letter by letter; https, or http on loopback for native tools',
  public: 'It cannot keep a secret: a page, an extension, a program that people install',
  firstParty: 'An integration of this service',
  columns: { name: 'Name', id: 'Client id', origin: 'Known by', keys: 'Live keys', made: 'Made' },
  origins: {
    operator: 'an operator',
    built_in: 'the service',
    registered: 'registering itself',
    document: 'a document',
  },
  edit: 'Redirects',
  rotate: 'New secret',
  rotateTitle: 'Make another secret?',
  rotateText: (name: string) => `The secret that “${name}” has ends at once. Keys go on working.`,
  delete: 'Remove',
  deleteTitle: 'Remove this client?',
  deleteText: (name: string, keys: string) =>
    `“${name}” asks nobody any more, and its ${keys} live keys are revoked.`,
}
