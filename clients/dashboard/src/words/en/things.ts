/** What all pages of kept things say. */
export const things = {
  actions: 'Actions',
  actionsOf: (name: string) => `Actions for ${name}`,
  shownOnce: 'Copy it now: it is not shown again.',
  works: 'It works.',
  worksNot: (why: string) => `It does not work: ${why}`,
  test: 'Test',
  on: 'Switch on',
  off: 'Switch off',
  noOrganization: 'You manage no organization. Create one first, under Organizations.',
  deleteTitle: 'Delete it?',
  work: {
    page: 'Page',
    query: 'Words to search for',
    queryHint: '"in quotes" as they stand, -without, site:example.com',
    results: 'Most results',
    scrape: 'Fetch each page that is found',
  },
}
