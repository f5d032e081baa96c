/**
 * An ensemble of decision trees as one list of nodes. A node asks whether a feature is at most its threshold; its two children stand
 * next to each other, the one for yes first. A leaf's threshold is what it adds to the sum.
 */
export interface TreeModel {
  /** Where each tree begins. */
  roots: Uint16Array
  /** What each node asks for; `LEAF` for none. */
  features: Uint8Array
  thresholds: Float32Array
  /** The child for yes. */
  next: Uint16Array
  /** What the sum starts from. */
  base: number
}

export const LEAF = 255

/** The probability that each row has, by the logistic function of the sum over all trees. */
export function scoreRows(model: TreeModel, rows: Float32Array, width: number): Float32Array {
  const { roots, features, thresholds, next, base } = model
  const scores = new Float32Array(rows.length / width).fill(base)
  for (let tree = 0; tree < roots.length; tree++) {
    const root = roots[tree]!
    for (let row = 0, at = 0; row < scores.length; row++, at += width) {
      let node = root
      for (let feature = features[node]!; feature !== LEAF; feature = features[node]!)
        node = rows[at + feature]! <= thresholds[node]! ? next[node]! : next[node]! + 1
      scores[row]! += thresholds[node]!
    }
  }
  for (let row = 0; row < scores.length; row++) scores[row] = 1 / (1 + Math.exp(-scores[row]!))
  return scores
}
