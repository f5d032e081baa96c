/**
 * Name endings that never belong to the public DNS, so that whatever answers for them is inside somebody's network.
 * Sources: RFC 6761 (localhost), RFC 6762 (local), RFC 7686 (onion), RFC 8375 (home.arpa), ICANN's reservation of
 * `internal`, `svc` of Kubernetes' search lists, `localdomain` of common hosts files.
 */
export const SPECIAL_SUFFIXES: readonly string[] = [
  'localhost',
  'localdomain',
  'localdomain4',
  'localdomain6',
  'local',
  'internal',
  'home.arpa',
  'onion',
  'svc',
]
