/** An address of a crawl: a page, or one that was left out. */
export interface Address {
  url: string
  state: string
  jobId?: string | undefined
  title?: string | undefined
  /** Why it was left out, or has failed. */
  why?: string | undefined
}

/** A part of a site's path with all that is below it. */
export interface Branch {
  /** The path down to here; the root is the host. */
  key: string
  name: string
  level: number
  /** Its own addresses: with a query there may be several. */
  addresses: Address[]
  branches: Map<string, Branch>
  /** How many addresses there are at and below it, by state. */
  counts: Map<string, number>
}

/** A row of the tree as it is drawn: a branch, or an address that ends in one. */
export interface TreeRow {
  key: string
  name: string
  level: number
  address: Address | undefined
  counts: ReadonlyMap<string, number>
  isOpen: boolean | undefined
}

/** Addresses by host and path. */
export function growTree(addresses: readonly Address[]): Branch[] {
  const hosts = new Map<string, Branch>()
  for (const address of addresses) {
    const url = URL.parse(address.url)
    const parts = url ? [url.origin, ...url.pathname.split('/').filter(Boolean)] : [address.url]
    let branches = hosts
    let branch: Branch | undefined
    for (const [level, part] of parts.entries()) {
      const key: string = branch ? `${branch.key}/${part}` : part
      const next: Branch = branches.get(part) ?? newBranch(key, part, level + 1)
      branches.set(part, next)
      next.counts.set(address.state, (next.counts.get(address.state) ?? 0) + 1)
      branch = next
      branches = next.branches
    }
    branch!.addresses.push(address)
  }
  return [...hosts.values()]
}

const newBranch = (key: string, name: string, level: number): Branch => ({
  key,
  name,
  level,
  addresses: [],
  branches: new Map(),
  counts: new Map(),
})

/** The rows that are in sight: those of branches that are open, by name. A branch with one address and nothing below is that address. */
export function rowsOf(branches: Iterable<Branch>, isOpen: (branch: Branch) => boolean): TreeRow[] {
  return [...branches].sort(byName).flatMap((branch): TreeRow[] => {
    const { key, name, level, addresses, counts } = branch
    const [only] = addresses
    if (branch.branches.size === 0 && addresses.length === 1)
      return [
        {
          key,
          name: `${prefixOf(level)}${name}${searchOf(only!)}`,
          level,
          address: only,
          counts,
          isOpen: undefined,
        },
      ]
    const open = isOpen(branch)
    const own = addresses.map((address, index) => ({
      key: `${key} ${index}`,
      name: `${prefixOf(level + 1)}${searchOf(address)}`,
      level: level + 1,
      address,
      counts: new Map(),
      isOpen: undefined,
    }))
    const row: TreeRow = {
      key,
      name: `${prefixOf(level)}${name}`,
      level,
      address: undefined,
      counts,
      isOpen: open,
    }
    return open ? [row, ...own, ...rowsOf(branch.branches.values(), isOpen)] : [row]
  })
}

const prefixOf = (level: number) => (level > 1 ? '/' : '')
const searchOf = ({ url }: Address) => {
  const parsed = URL.parse(url)
  return parsed ? decoded(parsed.search + parsed.hash) : ''
}
const byName = (a: Branch, b: Branch) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

function decoded(text: string): string {
  try {
    return decodeURI(text)
  } catch {
    return text
  }
}
