import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import {
  isSignInWall,
  judgeSession,
  readSignInSigns,
  type SessionJudgement,
  type SignInSigns,
} from '@gleaner/login-state'
import { compare } from '@gleaner/login-state/comparison'
import { EVIDENCE } from '@gleaner/login-state/evidence'
import { table } from '../lib/table.ts'

// How often the judgement of login sessions is right on recorded pages, how often each row of its table of evidence meets a session
// that works, and how often public pages, where nobody is signed in, are taken for sign-ins or for pages of a user.
// Run: node bench/sessions/judgement.ts [--recorded <folder of record.ts>] [--pages <folder of .html.gz>] [--all]

interface Recorded {
  app: string
  state: 'signed-in' | 'signed-out' | 'garbage' | 'stranger'
  page: string
  user: string | null
  url: string
  finalUrl: string
  redirectChain: string[]
  status: number
  contentType: string
  body: string
}

interface Case {
  name: string
  app: string
  works: boolean
  row: string
  user: string | null
  isWall: boolean
  judgement: SessionJudgement
}

const { values } = parseArgs({
  options: {
    recorded: { type: 'string', default: join(import.meta.dirname, 'recorded') },
    pages: { type: 'string' },
    all: { type: 'boolean', default: false },
  },
})

/** Each page with a login (or with the cookies of an ended one) beside the same page of a stranger, and by itself. */
function casesIn(folder: string): Case[] {
  return globSync('*/*/*.json', { cwd: folder }).flatMap((file) => {
    const recorded = read(join(folder, file))
    if (recorded.state === 'stranger' || recorded.status === 0) return []
    const stranger = join(
      folder,
      file.replace(/[^/]*$/, (name) => name.replace(recorded.state, 'stranger')),
    )
    const seen = signsOf(recorded)
    const plain = existsSync(stranger) ? signsOf(read(stranger)) : undefined
    return [
      caseOf(file, recorded, seen, plain),
      ...(values.all ? [caseOf(`${file} alone`, recorded, seen, undefined)] : []),
    ]
  })
}

function caseOf(
  name: string,
  { app, state, user }: Recorded,
  seen: SignInSigns,
  plain: SignInSigns | undefined,
): Case {
  const evidence = {
    withSession: seen,
    without: plain,
    cookies: [],
    headerNames: ['cookie'],
    now: new Date(),
  }
  const comparison = compare(evidence)
  return {
    name,
    app,
    user,
    works: state === 'signed-in',
    row: EVIDENCE.find(({ holds }) => holds(comparison))!.id,
    isWall: isSignInWall(seen),
    judgement: judgeSession(evidence),
  }
}

function read(file: string): Recorded {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function signsOf({ url, finalUrl, redirectChain, status, contentType, body }: Recorded): SignInSigns {
  return readSignInSigns({
    requestedUrl: url,
    finalUrl,
    redirectChain,
    status,
    contentType: contentType || undefined,
    body: Buffer.from(body),
  })
}

/** Of sessions that worked and of others: the share that each row met, and what that makes of 100 at even odds. */
function printRows(all: Case[]): void {
  console.log(`${all.length} cases: ${all.filter(isRight).length} on the right side of 50\n`)
  const rows = EVIDENCE.map(({ id, confidence, isConclusive }) => {
    const met = all.filter(({ row }) => row === id)
    const share = shareOf(met, all)
    return [
      id,
      met.filter(({ works }) => works).length,
      met.filter(({ works }) => !works).length,
      new Set(met.map(({ app }) => app)).size,
      share === undefined ? '-' : share.toFixed(0),
      confidence,
      isConclusive ? 'yes' : 'no',
    ]
  })
  console.log(table(['row', 'worked', 'did not', 'applications', 'of 100', 'confidence', 'conclusive'], rows))
}

function shareOf(met: Case[], all: Case[]): number | undefined {
  if (met.length === 0) return undefined
  const rate = (works: boolean) =>
    (met.filter((each) => each.works === works).length + 0.5) /
    (all.filter((each) => each.works === works).length + 1)
  return (100 * rate(true)) / (rate(true) + rate(false))
}

const BANDS: readonly [from: number, to: number][] = [
  [0, 9],
  [10, 29],
  [30, 49],
  [50, 69],
  [70, 89],
  [90, 100],
]

/** What a confidence says against the share of sessions that worked. */
function printBands(title: string, all: Case[], confidenceOf: (each: Case) => number): void {
  const rows = BANDS.map(([from, to]) => {
    const met = all.filter((each) => confidenceOf(each) >= from && confidenceOf(each) < to + 1)
    const mean = met.reduce((sum, each) => sum + confidenceOf(each), 0) / (met.length || 1)
    const worked = (100 * met.filter(({ works }) => works).length) / (met.length || 1)
    return [`${from} to ${to}`, met.length, mean.toFixed(0), met.length === 0 ? '-' : worked.toFixed(0)]
  })
  console.log(`\n${title}\n\n${table(['confidence', 'cases', 'mean', 'worked of 100'], rows)}`)
}

/** What the other applications would make of a row; what stands in the table where they never meet it. */
function foldedConfidence(each: Case, all: Case[]): number {
  const others = all.filter(({ app }) => app !== each.app)
  return (
    shareOf(
      others.filter(({ row }) => row === each.row),
      others,
    ) ?? each.judgement.confidence
  )
}

function isRight({ works, judgement }: Case): boolean {
  return judgement.confidence >= 50 === works
}

function printMisses(all: Case[]): void {
  console.log()
  for (const each of all) {
    const { name, row, judgement, user, works, isWall } = each
    if (!isRight(each))
      console.log(
        `wrong: ${name}: ${row}, ${judgement.confidence}${judgement.isConclusive ? ', conclusive' : ''}`,
      )
    if (works && isWall) console.log(`taken for a wall: ${name}`)
    if (judgement.detectedUser !== undefined && judgement.detectedUser !== user)
      console.log(`another name: ${name}: ${judgement.detectedUser}, not ${user}`)
  }
  const named = all.filter(({ works, user, judgement }) => works && judgement.detectedUser === user).length
  console.log(`user named: ${named} of ${all.filter(({ works }) => works).length}`)
}

/** Nobody is signed in on public pages, and few of them are sign-ins. */
function printPublicPages(folder: string): void {
  const files = globSync('**/*.html.gz', { cwd: folder })
  const counts = { pages: files.length, wall: 0, user: 0, signOut: 0, alone: 0, equal: 0 }
  const times: number[] = []
  for (const file of files) {
    const url = 'https://site.example/some/page'
    const body = gunzipSync(readFileSync(join(folder, file)))
    const before = process.cpuUsage()
    const signs = readSignInSigns({
      requestedUrl: url,
      finalUrl: url,
      redirectChain: [],
      status: 200,
      contentType: 'text/html',
      body,
    })
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1_000)
    const judged = (without: SignInSigns | undefined) =>
      judgeSession({ withSession: signs, without, cookies: [], headerNames: ['cookie'], now: new Date() })
        .confidence
    if (isSignInWall(signs)) {
      counts.wall++
      console.log(`taken for a wall: ${file}`)
    }
    counts.user += signs.user === undefined ? 0 : 1
    counts.signOut += signs.signOuts.length > 0 ? 1 : 0
    counts.alone += judged(undefined) >= 50 ? 1 : 0
    counts.equal += judged(signs) >= 50 ? 1 : 0
  }
  times.sort((a, b) => a - b)
  console.log('\nPublic pages:', counts)
  console.log(`CPU ms: median ${times[times.length >> 1]?.toFixed(1)}, most ${times.at(-1)?.toFixed(1)}`)
}

const cases = casesIn(values.recorded)
if (cases.length === 0) console.log(`No recordings in ${values.recorded}: run bench/sessions/record.ts first`)
else {
  printRows(cases)
  printBands('By the table', cases, ({ judgement }) => judgement.confidence)
  printBands('By the other applications', cases, (each) => foldedConfidence(each, cases))
  printMisses(cases)
}
if (values.pages) printPublicPages(values.pages)
