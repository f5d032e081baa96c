/** API keys. */
export const keys = {
  title: 'API keys',
  lead: 'For programs. A key is shown once, when it is made.',
  empty: 'A key lets a program act for this account. Make one, and send it as X-API-Key.',
  example: 'curl "$API/scrape?url=https://example.com" -H "X-API-Key: sk_live_…"',
  add: 'Create key',
  name: 'Name',
  scope: 'May do',
  scopes: { scrape: 'everything that keys may do', read: 'only read', write: 'make and change, and scrape' },
  test: 'Test key: answers from a sample site, free of charge',
  allowedIps: 'Only from these networks',
  allowedIpsHint: 'Addresses or networks such as 203.0.113.0/24; empty: from anywhere',
  columns: { name: 'Name', key: 'Key', scopes: 'May', used: 'Last used', made: 'Made' },
  delete: 'Revoke',
  deleteTitle: 'Revoke this key?',
  deleteText: (name: string) => `Programs that use “${name}” are refused within a second.`,
}
