/** What installs programs on each kind of system. */
export const INSTALLERS = {
  debian: 'apt-get install -y',
  ubuntu: 'apt-get install -y',
  fedora: 'dnf install -y',
  alpine: 'apk add',
  arch: 'pacman -S --noconfirm',
  suse: 'zypper install -y',
  mac: 'brew install',
}

/** @typedef {keyof typeof INSTALLERS} SystemFamily */

/**
 * The kind of system, by ID and then ID_LIKE of os-release(5); undefined when unknown.
 * @param {string} platform
 * @param {string} osRelease text of /etc/os-release
 * @returns {SystemFamily | undefined}
 */
export function systemFamily(platform, osRelease) {
  if (platform === 'darwin') return 'mac'
  const fieldOf = (key) => new RegExp(`^${key}="?([^"\\n]*)`, 'm').exec(osRelease)?.[1] ?? ''
  const ids = `${fieldOf('ID')} ${fieldOf('ID_LIKE')}`.split(' ')
  return ids.map((id) => (id === 'rhel' ? 'fedora' : id)).find((id) => id in INSTALLERS)
}
