/**
 * The circles of a graph, each as the list of its nodes. Of circles that share nodes the shortest one is given: when it is undone the next one
 * shows.
 * @param {Map<string, string[]>} graph
 * @returns {string[][]}
 */
export function findCycles(graph) {
  const cycles = []
  const seen = new Set()
  for (const node of graph.keys()) {
    if (seen.has(node)) continue
    const reached = reachableFrom(node, graph)
    const knot = [...reached].filter((other) => reachableFrom(other, graph).has(node))
    if (knot.length === 0) continue
    for (const each of knot) seen.add(each)
    cycles.push(
      knot
        .sort()
        .map((each) => shortestCycle(each, graph))
        .reduce(shorter),
    )
  }
  return cycles
}

/** Nodes that `node` leads to, directly or through others; itself when it stands in a circle. */
function reachableFrom(node, graph) {
  const reached = new Set()
  const open = [node]
  while (open.length > 0) {
    for (const next of graph.get(open.pop()) ?? []) {
      if (reached.has(next)) continue
      reached.add(next)
      open.push(next)
    }
  }
  return reached
}

function shortestCycle(node, graph) {
  const paths = [[node]]
  const seen = new Set()
  for (const path of paths) {
    for (const next of graph.get(path.at(-1)) ?? []) {
      if (next === node) return path
      if (seen.has(next)) continue
      seen.add(next)
      paths.push([...path, next])
    }
  }
}

function shorter(one, other) {
  return other.length < one.length ? other : one
}
