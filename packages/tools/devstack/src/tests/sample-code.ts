import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../../../..')

export interface Sample {
  language: string
  text: string
}

/** The samples of a document, in its order. `document`: its path from the root of the project. */
export function samplesOf(document: string): Sample[] {
  const text = readFileSync(join(ROOT, document), 'utf8')
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, sample]) => ({
    language: language!,
    text: sample!,
  }))
}

/** Commands that stop at the first one that fails, and keep the last reply that curl has got in `$LAST`. */
const PRELUDE = `set -euo pipefail
curl() { command curl --fail-with-body "$@" | tee "$LAST"; }
`

/** What a reader copies from a reply by hand: `JOB=…   # job_id of the reply`. */
const COPIED = /^(\w+)=…\s+# ([\w.]+) of the reply$/gm

/** Variables of the shell that samples in JavaScript use by their names. */
const VARIABLES = ['API', 'KEY', 'BATCH', 'JOB']

/**
 * A document as one script of bash: its commands (but for the start of the stack), its programs of Node, and for each reply that it shows
 * (`jsonc`) a copy of the last one that came, as `reply-<number of the sample>.json` in `$FOLDER`. Bare imports are found from `$PACKAGE`.
 */
export function scriptOf(samples: readonly Sample[]): string {
  const parts = samples.map(({ language, text }, index) => {
    if (language === 'sh') return text.startsWith('npm start') ? '' : asScript(text)
    if (language === 'js') return runModule(text)
    return language === 'jsonc' ? `cp "$LAST" "$FOLDER/reply-${index}.json"\n` : ''
  })
  return PRELUDE + parts.join('')
}

function asScript(commands: string): string {
  return commands.replaceAll(
    COPIED,
    (_, name, path) =>
      `export ${name}=$(node -p 'JSON.parse(require("fs").readFileSync(process.env.LAST)).${path} ?? (() => { throw new Error("the reply has no ${path}") })()')`,
  )
}

function runModule(text: string): string {
  return `(cd "$PACKAGE" && node --input-type=module) <<'END_OF_SAMPLE'\n${asModule(text)}END_OF_SAMPLE\n`
}

export function asModule(text: string): string {
  const used = VARIABLES.filter((name) => new RegExp(`(?<![.\\w])${name}\\b`).test(text))
  return `const { ${used.join(', ')} } = process.env\n${text}`
}

/** What a document shows of a reply and the reply does not have, as paths. Values stand for their type. */
export function lacking(shown: unknown, reply: unknown, path = 'reply'): string[] {
  if (typeof shown !== 'object' || shown === null)
    return typeof shown === typeof reply ? [] : [`${path}: ${typeof reply}`]
  return Object.entries(shown).flatMap(([name, value]) =>
    lacking(value, (reply as Record<string, unknown> | undefined)?.[name], `${path}.${name}`),
  )
}

/** The JSON that a document shows: with comments, and `…` for what is left out. */
export function parseShown(text: string): unknown {
  return JSON.parse(text.replaceAll(/\/\/.*$/gm, '').replaceAll('[…]', '[]'))
}
