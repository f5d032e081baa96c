import { classify } from '@gleaner/fetch-engine/verdict/classify'
import { type LabelledAnswer, readCorpus } from '@gleaner/fetch-engine/verdict/corpus/read-corpus'

// Precision and recall per verdict over the labelled corpus, and what a verdict costs.
// Run: node bench/verdict/report.ts [family]

const ROUNDS = 20
const only = process.argv[2] ?? ''
const corpus = readCorpus().filter(({ family }) => family.includes(only))
const results = corpus.map((entry) => ({ entry, verdict: classify(entry.answer) }))

printSet('all', () => true)
// Written after the rules and judged unseen: 55 of 59 were right then. What was wrong was mended since.
printSet('held out', ({ family }) => family.startsWith('held-out'))
printVendors()
printCost()

function printSet(name: string, belongs: (entry: LabelledAnswer) => boolean): void {
  const set = results.filter(({ entry }) => belongs(entry))
  const kinds = [...new Set(set.flatMap(({ entry, verdict }) => [entry.expected.kind, verdict.kind]))].sort()
  const right = set.filter(({ entry, verdict }) => entry.expected.kind === verdict.kind).length
  console.log(`\n${name}: ${right} of ${set.length} right (${percent(right, set.length)})\n`)
  console.log('| verdict | answers | precision | recall |\n|---|---|---|---|')
  for (const kind of kinds) {
    const labelled = set.filter(({ entry }) => entry.expected.kind === kind)
    const given = set.filter(({ verdict }) => verdict.kind === kind)
    const hits = labelled.filter(({ verdict }) => verdict.kind === kind).length
    console.log(
      `| ${kind} | ${labelled.length} | ${percent(hits, given.length)} | ${percent(hits, labelled.length)} |`,
    )
  }
  for (const { entry, verdict } of set) {
    if (entry.expected.kind !== verdict.kind)
      console.log(`wrong: ${entry.id}: ${verdict.kind} (${verdict.rule})`)
  }
}

function printVendors(): void {
  const named = results.filter(({ entry }) => entry.expected.by !== undefined && entry.expected.by !== 'any')
  const right = named.filter(
    ({ entry, verdict }) => verdict.kind === 'blocked' && verdict.by === entry.expected.by,
  )
  console.log(
    `\nvendor named right: ${right.length} of ${named.length} (${percent(right.length, named.length)})`,
  )
}

function printCost(): void {
  const before = process.cpuUsage()
  for (let round = 0; round < ROUNDS; round++) for (const { answer } of corpus) classify(answer)
  const { user, system } = process.cpuUsage(before)
  const verdicts = ROUNDS * corpus.length
  console.log(`\nCPU: ${((user + system) / 1000 / verdicts).toFixed(3)} ms a verdict (${verdicts} verdicts)`)
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`
}
