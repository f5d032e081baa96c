/** The frame around every page. */
export const shell = {
  navigation: 'Pages',
  menu: 'Menu',
  groups: { try: 'Try', work: 'Work', money: 'Money', settings: 'Settings', operate: 'Operate' },
  account: 'Account',
  actFor: 'Acting for',
  personal: 'Your own account',
  signOut: 'Sign out',
  signIn: 'Sign in',
  signUp: 'Create an account',
  balance: 'Balance',
  theme: { label: 'Theme', system: 'as the system', light: 'light', dark: 'dark' },
  palette: {
    open: 'Go to …',
    hint: 'Type a page, or paste an address or an id',
    nothing: 'Nothing fits.',
    scrape: (url: string) => `Scrape ${url}`,
    job: (id: string) => `Open job ${id}`,
  },
  docs: 'Documents',
  waiting: (limit: string) =>
    `The ${limit} requests a minute of this account are used up (changes count twice). The page waits and goes on by itself; a higher balance allows more.`,
}
