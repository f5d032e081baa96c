import { parseArgs } from 'node:util'
import { classify, type Verdict } from '@gleaner/verdict'
import { readCorpus, readHeldOut } from '@gleaner/verdict/corpus'
import { table } from '../lib/table.ts'
import { type LabelledAnswer, readAnswers } from './answers.ts'

/**
 * Precision and recall per verdict, and what a verdict costs: `node bench/verdict/report.ts [--answers <file.jsonl.gz>] [--half tune|validate] [--verbose]`.
 * Without `--answers` the labelled corpora of the package, with it recorded answers of strangers. `--verbose` lists what is wrong;
 * rules are made looking at `tune` alone.
 */
const ROUNDS = 20
const { values } = parseArgs({
  options: {
    answers: { type: 'string' },
    half: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})

if (values.answers === undefined) {
  for (const [name, entries] of Object.entries({ corpus: readCorpus(), 'held out': readHeldOut() }))
    report(
      name,
      entries.map(({ id, expected, response }) => ({ id, accept: [expected.kind], response })),
    )
} else {
  const answers = readAnswers(values.answers)
  report(
    'recorded answers',
    answers.filter(({ fold }) => !values.half || fold === values.half),
  )
}

/** The first of `accept` is what an answer is labelled as. */
function report(name: string, answers: readonly LabelledAnswer[]): void {
  const judged = answers.map((answer) => ({ answer, verdict: classify(answer.response) }))
  const isRight = ({ answer, verdict }: (typeof judged)[number]) => answer.accept.includes(verdict.kind)
  const rows = [...new Set(answers.map(({ accept }) => accept[0]!))].sort().map((kind: Verdict['kind']) => {
    const labelled = judged.filter(({ answer }) => answer.accept[0] === kind)
    const given = judged.filter(({ verdict }) => verdict.kind === kind)
    return [
      kind,
      labelled.length,
      percent(given.filter(isRight).length, given.length),
      percent(labelled.filter(isRight).length, labelled.length),
    ]
  })
  const wrong = judged.filter((one) => !isRight(one))
  const right = judged.length - wrong.length
  console.log(`\n${name}: ${right} of ${judged.length} right (${percent(right, judged.length)})\n`)
  console.log(table(['labelled as', 'answers', 'precision', 'recall'], rows))
  if (values.verbose)
    for (const { answer, verdict } of wrong)
      console.log(`wrong: ${answer.id}: ${verdict.kind} (${verdict.rule}), not ${answer.accept.join(' or ')}`)
  const before = process.cpuUsage()
  for (let round = 0; round < ROUNDS; round++) for (const { response } of answers) classify(response)
  const { user, system } = process.cpuUsage(before)
  const each = (user + system) / 1000 / ROUNDS / answers.length
  console.log(`\nCPU: ${each.toFixed(3)} ms a verdict`)
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`
}
