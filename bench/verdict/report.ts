import { classify } from '@gleaner/fetch-engine/verdict/classify'
import {
  type LabelledResponse,
  readCorpus,
  readHeldOut,
} from '@gleaner/fetch-engine/verdict/corpus/read-corpus'

// Precision and recall per verdict, over the labelled corpus and the held-out responses, and what a verdict costs.
// Run: node bench/verdict/report.ts [family]

const ROUNDS = 20
const only = process.argv[2] ?? ''

const corpus = judge(readCorpus())
const heldOut = judge(readHeldOut())
printSet('corpus', corpus)
printSet('held out', heldOut)
printVendors([...corpus, ...heldOut])
printCost([...corpus, ...heldOut])

type Judged = { entry: LabelledResponse; given: string; by: string; rule: string }

function judge(entries: LabelledResponse[]): Judged[] {
  return entries
    .filter(({ family }) => family.includes(only))
    .map((entry) => {
      const verdict = classify(entry.response)
      return {
        entry,
        given: verdict.kind,
        by: verdict.kind === 'blocked' ? verdict.by : '',
        rule: verdict.rule,
      }
    })
}

function printSet(name: string, set: Judged[]): void {
  const kinds = [...new Set(set.flatMap(({ entry, given }) => [entry.expected.kind, given]))].sort()
  const right = set.filter(({ entry, given }) => entry.expected.kind === given).length
  console.log(`\n${name}: ${right} of ${set.length} right (${percent(right, set.length)})\n`)
  console.log(
    `| labelled as | responses | precision | recall | ${kinds.map((kind) => `given ${kind}`).join(' | ')} |`,
  )
  console.log(`|---|--:|--:|--:|${kinds.map(() => '--:|').join('')}`)
  for (const kind of kinds) {
    const labelled = set.filter(({ entry }) => entry.expected.kind === kind)
    const given = kinds.map((other) => labelled.filter((judged) => judged.given === other).length)
    const hits = given[kinds.indexOf(kind)] ?? 0
    const all = set.filter((judged) => judged.given === kind).length
    console.log(
      `| ${kind} | ${labelled.length} | ${percent(hits, all)} | ${percent(hits, labelled.length)} | ${given.join(' | ')} |`,
    )
  }
  for (const { entry, given, rule } of set) {
    if (entry.expected.kind !== given)
      console.log(`wrong: ${entry.id}: ${given} (${rule}), not ${entry.expected.kind}`)
  }
}

function printVendors(all: Judged[]): void {
  const named = all.filter(({ entry }) => entry.expected.by !== undefined && entry.expected.by !== 'any')
  const right = named.filter(({ entry, by }) => by === entry.expected.by)
  console.log(
    `\nvendor named right: ${right.length} of ${named.length} (${percent(right.length, named.length)})`,
  )
  for (const { entry, by, rule } of named) {
    if (by !== entry.expected.by) console.log(`named wrong: ${entry.id}: ${by || '-'} (${rule})`)
  }
}

function printCost(all: Judged[]): void {
  const before = process.cpuUsage()
  for (let round = 0; round < ROUNDS; round++) for (const { entry } of all) classify(entry.response)
  const { user, system } = process.cpuUsage(before)
  const verdicts = ROUNDS * all.length
  console.log(`\nCPU: ${((user + system) / 1000 / verdicts).toFixed(3)} ms a verdict (${verdicts} verdicts)`)
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`
}
