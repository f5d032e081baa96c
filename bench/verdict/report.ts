import { parseArgs } from 'node:util'
import { classify, type TargetResponse, type Verdict } from '@gleaner/verdict'
import { type LabelledResponse, readCorpus, readHeldOut } from '@gleaner/verdict/corpus'
import { table } from '../lib/table.ts'
import { type RecordedAnswer, readAnswers } from './answers.ts'
import { withoutNames } from './nameless.ts'

/**
 * Precision and recall per verdict, and what a verdict costs.
 *
 *   node bench/verdict/report.ts [family]
 *   node bench/verdict/report.ts --answers <file.jsonl.gz> [--half tune|validate] [--nameless] [--verbose]
 *
 * The first judges our own labelled corpora, the second recorded answers of strangers: by `accept`, the verdicts that count as
 * right. `--nameless` takes the names of vendors and frameworks away first. `--verbose` lists what is wrong; rules are made looking at `tune` alone.
 */
const ROUNDS = 20
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    answers: { type: 'string' },
    half: { type: 'string' },
    nameless: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
})
const [only = ''] = positionals

if (values.answers === undefined) reportCorpora()
else reportAnswers(chosenAnswers(values.answers))

function chosenAnswers(file: string): RecordedAnswer[] {
  const answers = readAnswers(file).filter(({ fold }) => !values.half || fold === values.half)
  return values.nameless ? withoutNames(answers) : answers
}

function reportCorpora(): void {
  const corpus = judge(readCorpus())
  const heldOut = judge(readHeldOut())
  printSet('corpus', corpus)
  printSet('held out', heldOut)
  printVendors([...corpus, ...heldOut])
  printCost([...corpus, ...heldOut].map(({ entry }) => entry.response))
}

/** Of strangers' answers the costly mistakes count apart: a page that is none and is sold, a page that is one and is not taken. */
function reportAnswers(answers: RecordedAnswer[]): void {
  const judged = answers.map((answer) => ({ answer, verdict: classify(answer.response) }))
  const wrong = judged.filter(({ answer, verdict }) => !answer.accept.includes(verdict.kind))
  const rows = [...new Set(answers.map(({ kind }) => kind))].sort().map((kind) => {
    const labelled = judged.filter(({ answer }) => answer.kind === kind)
    const missed = wrong.filter(({ answer }) => answer.kind === kind)
    const taken = judged.filter(({ verdict }) => verdict.kind === kind)
    const mistaken = wrong.filter(({ verdict }) => verdict.kind === kind)
    return [
      kind,
      labelled.length,
      percent(taken.length - mistaken.length, taken.length),
      percent(labelled.length - missed.length, labelled.length),
    ]
  })
  console.log(
    `${judged.length - wrong.length} of ${judged.length} right (${percent(judged.length - wrong.length, judged.length)})\n`,
  )
  console.log(table(['labelled as', 'answers', 'precision', 'recall'], rows))
  const sold = (kind: Verdict['kind']) =>
    wrong.filter(({ answer, verdict }) => answer.kind === kind && verdict.kind === 'delivered').length
  const needless = wrong.filter(({ answer }) => answer.kind === 'delivered').length
  console.log(
    `\ndelivered, though it is: a wall ${sold('blocked')}, an empty shell ${sold('empty_shell')}; pages not taken: ${needless}`,
  )
  if (values.verbose)
    for (const { answer, verdict } of wrong)
      console.log(
        `wrong: ${answer.id} (${answer.group}): ${verdict.kind} (${verdict.rule}), not ${answer.accept.join(' or ')}`,
      )
  printCost(answers.map(({ response }) => response))
}

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

function printCost(all: TargetResponse[]): void {
  const before = process.cpuUsage()
  for (let round = 0; round < ROUNDS; round++) for (const response of all) classify(response)
  const { user, system } = process.cpuUsage(before)
  const verdicts = ROUNDS * all.length
  console.log(`\nCPU: ${((user + system) / 1000 / verdicts).toFixed(3)} ms a verdict (${verdicts} verdicts)`)
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`
}
