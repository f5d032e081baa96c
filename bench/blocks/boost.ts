import { LEAF, type TreeModel } from '@gleaner/main-content/training'

/** Rows of features with what each is and counts. */
export interface Sample {
  width: number
  rows: Float32Array
  labels: Uint8Array
  weights: Float32Array
}

export interface Growth {
  trees: number
  leaves: number
  rate: number
  /** The least that the rows of a leaf count, and what is added to it so that small leaves say little. */
  minWeight: number
  smooth: number
  /** Shares that each tree looks at. */
  rowShare: number
  featureShare: number
  seed: number
}

const BINS = 64

/** Gradient boosting of the logistic loss: each tree is grown leaf by leaf on histograms of 64 steps, where most is won. */
export function boost(sample: Sample, growth: Growth): TreeModel {
  const { width, labels, weights } = sample
  const count = labels.length
  const random = createRandom(growth.seed)
  const edges = Array.from({ length: width }, (_, feature) => edgesOf(sample, feature))
  const bins = binRows(sample, edges)
  let ones = 0
  let all = 0
  for (let row = 0; row < count; row++) {
    all += weights[row]!
    ones += weights[row]! * labels[row]!
  }
  const base = Math.log(ones / (all - ones))
  const sums = new Float64Array(count).fill(base)
  const scale = count / all
  const gradients = new Float64Array(count)
  const hessians = new Float64Array(count)
  const nodes: Nodes = { roots: [], features: [], thresholds: [], next: [] }
  for (let tree = 0; tree < growth.trees; tree++) {
    for (let row = 0; row < count; row++) {
      const share = 1 / (1 + Math.exp(-sums[row]!))
      const weight = weights[row]! * scale
      gradients[row] = weight * (labels[row]! - share)
      hessians[row] = weight * Math.max(1e-6, share * (1 - share))
    }
    const taken: number[] = []
    for (let row = 0; row < count; row++) if (random() < growth.rowShare) taken.push(row)
    const asked: number[] = []
    for (let feature = 0; feature < width; feature++)
      if (edges[feature]!.length > 0 && random() < growth.featureShare) asked.push(feature)
    const root = growTree(
      nodes,
      Int32Array.from(taken),
      asked,
      { bins, gradients, hessians, edges, count },
      growth,
    )
    addTree(nodes, root, sample, sums)
  }
  return {
    roots: Uint16Array.from(nodes.roots),
    features: Uint8Array.from(nodes.features),
    thresholds: Float32Array.from(nodes.thresholds),
    next: Uint16Array.from(nodes.next),
    base,
  }
}

interface Nodes {
  roots: number[]
  features: number[]
  thresholds: number[]
  next: number[]
}

interface Columns {
  /** The steps of one feature after those of another. */
  bins: Uint8Array
  gradients: Float64Array
  hessians: Float64Array
  edges: Float32Array[]
  count: number
}

interface Leaf {
  node: number
  rows: Int32Array
  /** Sums of gradients and of hessians for each step of each feature that is asked for. */
  histogram: Float64Array
  gradient: number
  hessian: number
  split: Split | undefined
}

interface Split {
  feature: number
  bin: number
  gain: number
}

function growTree(
  nodes: Nodes,
  rows: Int32Array,
  asked: readonly number[],
  columns: Columns,
  growth: Growth,
): number {
  const root = newNode(nodes)
  nodes.roots.push(root)
  const leaves = [createLeaf(root, rows, countSteps(rows, asked, columns), asked, columns, growth)]
  while (leaves.length < growth.leaves) {
    const best = leaves.reduce((a, b) => ((b.split?.gain ?? 0) > (a.split?.gain ?? 0) ? b : a))
    if (!best.split) break
    const { feature, bin } = best.split
    const [low, high] = partition(best.rows, columns, best.split)
    const left = newNode(nodes)
    newNode(nodes)
    nodes.features[best.node] = feature
    nodes.thresholds[best.node] = columns.edges[feature]![bin]!
    nodes.next[best.node] = left
    const isLowSmaller = low.length < high.length
    const counted = countSteps(isLowSmaller ? low : high, asked, columns)
    const rest = best.histogram
    for (let k = 0; k < rest.length; k++) rest[k]! -= counted[k]!
    leaves.splice(leaves.indexOf(best), 1)
    leaves.push(
      createLeaf(left, low, isLowSmaller ? counted : rest, asked, columns, growth),
      createLeaf(left + 1, high, isLowSmaller ? rest : counted, asked, columns, growth),
    )
  }
  for (const { node, gradient, hessian } of leaves)
    nodes.thresholds[node] = Math.fround((growth.rate * gradient) / (hessian + growth.smooth))
  return root
}

function newNode({ features, thresholds, next }: Nodes): number {
  features.push(LEAF)
  thresholds.push(0)
  return next.push(0) - 1
}

function countSteps(
  rows: Int32Array,
  asked: readonly number[],
  { bins, gradients, hessians, count }: Columns,
): Float64Array {
  const histogram = new Float64Array(asked.length * BINS * 2)
  for (let k = 0; k < asked.length; k++) {
    const offset = asked[k]! * count
    const start = k * BINS * 2
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at]!
      const bin = start + 2 * bins[offset + row]!
      histogram[bin]! += gradients[row]!
      histogram[bin + 1]! += hessians[row]!
    }
  }
  return histogram
}

function createLeaf(
  node: number,
  rows: Int32Array,
  histogram: Float64Array,
  asked: readonly number[],
  columns: Columns,
  growth: Growth,
): Leaf {
  let gradient = 0
  let hessian = 0
  for (const row of rows) {
    gradient += columns.gradients[row]!
    hessian += columns.hessians[row]!
  }
  const leaf = { node, rows, histogram, gradient, hessian, split: undefined }
  return {
    ...leaf,
    split: hessian < 2 * growth.minWeight ? undefined : findSplit(leaf, asked, columns, growth),
  }
}

function findSplit(
  leaf: Leaf,
  asked: readonly number[],
  { edges }: Columns,
  { minWeight, smooth }: Growth,
): Split | undefined {
  const whole = (leaf.gradient * leaf.gradient) / (leaf.hessian + smooth)
  let best: Split | undefined
  asked.forEach((feature, k) => {
    let gradient = 0
    let hessian = 0
    for (let bin = 0; bin < edges[feature]!.length; bin++) {
      const at = (k * BINS + bin) * 2
      gradient += leaf.histogram[at]!
      hessian += leaf.histogram[at + 1]!
      if (hessian < minWeight || leaf.hessian - hessian < minWeight) continue
      const rest = leaf.gradient - gradient
      const gain =
        (gradient * gradient) / (hessian + smooth) + (rest * rest) / (leaf.hessian - hessian + smooth) - whole
      if (gain > (best?.gain ?? 1e-9)) best = { feature, bin, gain }
    }
  })
  return best
}

function partition(
  rows: Int32Array,
  { bins, count }: Columns,
  { feature, bin }: Split,
): [Int32Array, Int32Array] {
  const offset = feature * count
  const isLow = (row: number) => bins[offset + row]! <= bin
  return [rows.filter(isLow), rows.filter((row) => !isLow(row))]
}

/** Adds what a new tree says of each row to its sum. */
function addTree(
  { features, thresholds, next }: Nodes,
  root: number,
  { rows, width }: Sample,
  sums: Float64Array,
): void {
  for (let row = 0; row < sums.length; row++) {
    let node = root
    while (features[node] !== LEAF)
      node = rows[row * width + features[node]!]! <= thresholds[node]! ? next[node]! : next[node]! + 1
    sums[row]! += thresholds[node]!
  }
}

/** The values between two steps of a feature: at most `BINS` - 1, each met by some row. */
function edgesOf({ rows, width, labels }: Sample, feature: number): Float32Array {
  const step = Math.max(1, Math.floor(labels.length / 20_000))
  const values: number[] = []
  for (let row = 0; row < labels.length; row += step) values.push(rows[row * width + feature]!)
  values.sort((a, b) => a - b)
  const found: number[] = []
  const distinct = [...new Set(values)]
  const source = distinct.length <= BINS ? distinct : values
  for (let k = 1; k < BINS; k++) {
    const at = Math.floor((k * source.length) / BINS)
    const edge = source === distinct ? distinct[k - 1] : source[at]
    if (edge !== undefined && edge > (found.at(-1) ?? Number.NEGATIVE_INFINITY) && edge < values.at(-1)!)
      found.push(edge)
  }
  return Float32Array.from(found)
}

function binRows({ rows, width, labels }: Sample, edges: readonly Float32Array[]): Uint8Array {
  const count = labels.length
  const bins = new Uint8Array(width * count)
  for (let feature = 0; feature < width; feature++) {
    const steps = edges[feature]!
    for (let row = 0; row < count; row++) {
      const value = rows[row * width + feature]!
      let low = 0
      let high = steps.length
      while (low < high) {
        const middle = (low + high) >> 1
        if (value <= steps[middle]!) high = middle
        else low = middle + 1
      }
      bins[feature * count + row] = low
    }
  }
  return bins
}

/** Mulberry32: the same numbers for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
