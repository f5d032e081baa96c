import { MODEL_BASE, MODEL_NODES } from './model-data.ts'
import { LEAF, type TreeModel } from './score-rows.ts'

/** What the page reader goes by; unpacked when it is first asked for. */
export function blockModel(): TreeModel {
  unpacked ??= unpackModel(MODEL_NODES.join(''), MODEL_BASE)
  return unpacked
}

let unpacked: TreeModel | undefined

/** Bytes of a node: its feature, its threshold, and how far off its first child is. */
const NODE_BYTES = 7

export function packModel({ features, thresholds, next }: TreeModel): string {
  const bytes = Buffer.alloc(features.length * NODE_BYTES)
  for (let node = 0; node < features.length; node++) {
    bytes.writeUInt8(features[node]!, node * NODE_BYTES)
    bytes.writeFloatLE(thresholds[node]!, node * NODE_BYTES + 1)
    bytes.writeUInt16LE(next[node]!, node * NODE_BYTES + 5)
  }
  return bytes.toString('base64')
}

export function unpackModel(packed: string, base: number): TreeModel {
  const bytes = Buffer.from(packed, 'base64')
  const size = bytes.length / NODE_BYTES
  const features = new Uint8Array(size)
  const thresholds = new Float32Array(size)
  const next = new Uint16Array(size)
  for (let node = 0; node < size; node++) {
    features[node] = bytes.readUInt8(node * NODE_BYTES)
    thresholds[node] = bytes.readFloatLE(node * NODE_BYTES + 1)
    next[node] = bytes.readUInt16LE(node * NODE_BYTES + 5)
  }
  return { roots: rootsOf(features, next), features, thresholds, next, base }
}

/** The nodes that are no node's children. */
function rootsOf(features: Uint8Array, next: Uint16Array): Uint16Array {
  const isChild = new Uint8Array(features.length)
  features.forEach((feature, node) => {
    if (feature !== LEAF) isChild.fill(1, next[node], next[node]! + 2)
  })
  return Uint16Array.from([...isChild.keys()].filter((node) => !isChild[node]))
}
