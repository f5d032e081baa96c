import type { Names } from './url-pattern.ts'

/** Sections and hosts that are told by their names, at most. */
const MOST_SECTIONS = 64
const MOST_HOSTS = 16

/** Names for the sections and hosts of a site, which are kept in two sets. */
export function createPatternNames(sections: Set<string>, hosts: Set<string>): Names {
  const nameOfHost = nameUpTo(hosts, MOST_HOSTS, '*')
  return {
    sectionOf: nameUpTo(sections, MOST_SECTIONS, '{text}'),
    hostOf(host) {
      const name = nameOfHost(host)
      // The first host is the site's own.
      return name === hosts.values().next().value ? '' : `//${name}`
    },
  }
}

function nameUpTo(names: Set<string>, most: number, other: string): (name: string) => string {
  return (name) => {
    if (names.has(name)) return name
    if (names.size >= most || name.length > 60) return other
    names.add(name)
    return name
  }
}
