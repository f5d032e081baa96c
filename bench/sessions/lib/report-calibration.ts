import { percentile } from '../../lib/statistics.ts'
import { short, table } from '../../lib/table.ts'

/** What one validation came to. */
export interface Outcome {
  app: string
  isForDevelopment: boolean
  kind: string
  format: string
  status: number
  isSignedIn: boolean
  isRight: boolean
  /** 0 to 100 */
  confidence: number
  user: string | undefined
  shownName: string | undefined
  details: string
  ms: number
}

const BANDS = [0, 5, 20, 40, 50, 60, 80, 95, 101]

export function report(outcomes: readonly Outcome[]): string {
  const groups = [
    ['development', outcomes.filter(({ isForDevelopment }) => isForDevelopment)],
    ['kept aside', outcomes.filter(({ isForDevelopment }) => !isForDevelopment)],
    ['all', outcomes],
  ] as const
  const parts = groups.flatMap(([name, own]) =>
    own.length === 0 ? [] : [`${name}: ${shareOfRight(own)}`, byApp(own), byConfidence(own)],
  )
  return parts.join('\n\n')
}

function byApp(outcomes: readonly Outcome[]): string {
  const apps = Map.groupBy(outcomes, ({ app }) => app)
  const rows = [...apps].map(([app, own]) => {
    const of = (kind: string) => shareOfRight(own.filter((each) => each.kind === kind))
    const named = own.filter(({ isSignedIn, shownName }) => isSignedIn && shownName)
    const found = named.filter(({ user, shownName }) => user?.toLowerCase() === shownName?.toLowerCase())
    const wrong = own.filter(
      ({ user, shownName, isSignedIn }) =>
        user && (!isSignedIn || user.toLowerCase() !== shownName?.toLowerCase()),
    )
    const times = own.map(({ ms }) => ms)
    return [
      app,
      of('signed-in'),
      of('signed-out'),
      of('garbage'),
      of('expired'),
      `${found.length} of ${named.length}`,
      wrong.length,
      short(percentile(times, 50) / 1000),
    ]
  })
  const header = [
    'application',
    'signed in',
    'signed out',
    'garbage',
    'expired',
    'user found',
    'another name',
    'seconds',
  ]
  return table(header, rows)
}

/** The share of sessions that held, beside the confidence that they would. */
function byConfidence(outcomes: readonly Outcome[]): string {
  const rows = BANDS.slice(0, -1).flatMap((from, index) => {
    const own = outcomes.filter(({ confidence }) => confidence >= from && confidence < BANDS[index + 1]!)
    if (own.length === 0) return []
    const mean = own.reduce((sum, { confidence }) => sum + confidence, 0) / own.length
    const held = (own.filter(({ isSignedIn }) => isSignedIn).length / own.length) * 100
    return [
      [
        `${from} to ${BANDS[index + 1]! - 1}`,
        own.length,
        mean.toFixed(1),
        held.toFixed(1),
        Math.abs(mean - held).toFixed(1),
      ],
    ]
  })
  return table(['confidence', 'sessions', 'mean', 'held, %', 'apart'], rows)
}

function shareOfRight(outcomes: readonly Outcome[]): string {
  return `${outcomes.filter(({ isRight }) => isRight).length} of ${outcomes.length}`
}
