/** The life of a map: begun by a request, made by a crawler, waited for, read again, deleted. */
export { announceMap, awaitMap, enqueueMap } from './await-map.ts'
export { beginMap, reopenMap } from './begin-map.ts'
export { type ClaimedMap, claimMap } from './claim-map.ts'
export {
  type EndedMap,
  type MapCount,
  type MapError,
  type MapsContext,
  type NewMap,
  NOT_MADE,
} from './map.ts'
export { MAP_PURGES, readMap, readPieces } from './read-map.ts'
export { abandonMap, deliverMap, failMap } from './settle-map.ts'
