/**
 * What a deployment is made of beside our own code, as CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/): each npm package that
 * `dependencies` of services and packages lead to, by the lockfile, with its hash and what it uses itself. What only tests and benches
 * need is not in it.
 *
 * @param {object} lockfile As pnpm writes it.
 * @param {{ version: string }} options Of Gleaner.
 */
export function makeSbom(lockfile, { version }) {
  const deployed = reach(lockfile)
  const own = `pkg:generic/gleaner@${version}`
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': own,
        name: 'gleaner',
        version,
        licenses: [{ license: { id: 'Apache-2.0' } }],
      },
    },
    components: [...deployed.keys()].sort().map((id) => component(id, lockfile.packages[id])),
    dependencies: [
      { ref: own, dependsOn: rootsOf(lockfile).map(idOf).filter(isFirst).sort().map(purlOf) },
      ...[...deployed].map(([id, uses]) => ({ ref: purlOf(id), dependsOn: [...uses].sort().map(purlOf) })),
    ],
  }
}

/** Members of the workspace that no deployment has: `packages/tools` are for operators too, but for what runs tests. */
const LEFT_OUT = /^(bench|clients\/|\.$|packages\/tools\/(testkit|target-site|local-servers|client-build))/

/** Ids of snapshots, with the peers that each is installed beside. */
function rootsOf({ importers, snapshots }) {
  return Object.entries(importers)
    .filter(([path]) => !LEFT_OUT.test(path))
    .flatMap(([, { dependencies = {}, optionalDependencies = {} }]) =>
      Object.entries({ ...dependencies, ...optionalDependencies }).map(([name, { version }]) =>
        keyOf(snapshots, name, version),
      ),
    )
    .filter((key) => key !== undefined)
}

/** A dependency's version is that of the package of its name, or names another one. Undefined for a member of the workspace. */
function keyOf(snapshots, name, version) {
  if (version.startsWith('link:')) return undefined
  return [`${name}@${version}`, version].find((key) => key in snapshots)
}

/** What the roots lead to: each package by its id, with the ids of what it uses. */
function reach(lockfile) {
  const { snapshots } = lockfile
  const reached = new Map()
  const seen = new Set()
  const waiting = rootsOf(lockfile)
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (seen.has(key)) continue
    seen.add(key)
    const { dependencies = {}, optionalDependencies = {} } = snapshots[key]
    const uses = Object.entries({ ...dependencies, ...optionalDependencies })
      .map(([name, version]) => keyOf(snapshots, name, version))
      .filter((one) => one !== undefined)
    const known = reached.get(idOf(key)) ?? new Set()
    for (const one of uses) known.add(idOf(one))
    reached.set(idOf(key), known)
    waiting.push(...uses)
  }
  return reached
}

/** `name@version`, without the peers that a snapshot names. */
function idOf(key) {
  return key.replace(/\(.*$/, '')
}

function isFirst(id, index, ids) {
  return ids.indexOf(id) === index
}

function component(id, { resolution } = {}) {
  const at = id.lastIndexOf('@')
  const [algorithm, digest] = resolution?.integrity?.split(/-(.*)/) ?? []
  return {
    type: 'library',
    'bom-ref': purlOf(id),
    name: id.slice(0, at),
    version: id.slice(at + 1),
    purl: purlOf(id),
    ...(algorithm === 'sha512' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
    }),
  }
}

/** https://github.com/package-url/purl-spec: the @ of a scope is escaped. */
function purlOf(id) {
  const at = id.lastIndexOf('@')
  return `pkg:npm/${id.slice(0, at).replace(/^@/, '%40')}@${id.slice(at + 1)}`
}
