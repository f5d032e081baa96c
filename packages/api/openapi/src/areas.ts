import { type Area, ENDPOINTS, type Endpoint } from '@gleaner/contracts'

/** What a reader meets first; the other areas follow by their names. */
const FIRST: readonly string[] = ['Scrape', 'Extract', 'Jobs', 'Batches', 'Search', 'Crawls', 'Maps']

/** The areas of the API with what each is about, in the order of the reference. */
export const AREAS: readonly Required<Area>[] = Object.values<Endpoint>(ENDPOINTS)
  .flatMap(({ area }) => (area?.about === undefined ? [] : [{ name: area.name, about: area.about }]))
  .filter(({ name }, at, all) => all.findIndex((other) => other.name === name) === at)
  .sort((a, b) => placeOf(a.name) - placeOf(b.name) || a.name.localeCompare(b.name, 'en'))

function placeOf(name: string): number {
  const place = FIRST.indexOf(name)
  return place === -1 ? FIRST.length : place
}

/** The name of an endpoint's area; of one without an area, the beginning of its path. */
export function areaOf({ area, path }: Pick<Endpoint, 'area' | 'path'>): string {
  return area?.name ?? path.split('/')[1]!
}

/** As a reader meets them: area by area, what is short before what lies below it. */
export function byArea([, a]: [string, Endpoint], [, b]: [string, Endpoint]): number {
  return orderOf(a) - orderOf(b) || a.path.localeCompare(b.path) || a.method.localeCompare(b.method)
}

function orderOf(endpoint: Endpoint): number {
  const order = AREAS.findIndex(({ name }) => name === areaOf(endpoint))
  return order === -1 ? AREAS.length : order
}
