const HOST = /^(?:forums?|community|communities|discuss|discussions?|boards?|answers)\./i
/** Paths of the widespread forum programs: phpBB, vBulletin, SMF, XenForo, Discourse, Flarum, Stack Exchange, Tripadvisor. */
const PATH =
  /viewtopic|showthread|show-?topic|forumdisplay|\/forums?\/|\/(?:threads?|topics?|discussions?)\/|\/t\/[^/]+\/\d+|\/d\/\d+|\/questions?\/\d+|\/thread-\d+/i

/** Whether an address is that of a discussion. */
export function isThread(url: string): boolean {
  const address = URL.parse(url)
  return address !== null && (HOST.test(address.hostname) || PATH.test(address.pathname + address.search))
}
