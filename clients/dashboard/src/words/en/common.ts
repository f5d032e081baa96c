/** Words that every page uses. */
export const common = {
  product: 'Gleaner',
  again: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  delete: 'Delete',
  loading: 'Loading',
  more: 'Show more',
  save: 'Save',
  none: 'none',
  picture: (name: string) => `Picture: ${name}`,
  skipToContent: 'Skip to content',
  /** `time` is such as "12 s". */
  stale: (time: string) => `Not updated for ${time}`,
  credits: (amount: string) => `${amount} credits`,
  rows: (count: string) => `${count} rows`,
  unknownError: 'Something went wrong. Try again.',
  offline: 'The service did not answer. Try again.',
  notFound: 'There is no such page.',
  goHome: 'Go to the start',
}
