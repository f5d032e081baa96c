import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const DECISIONS = join(import.meta.dirname, '../docs/decisions')
export const INDEX = 'README.md'

const HEADING = /^# (\d{4}) (.+)\n/

const HEAD = `# Decisions

Each file states one choice: its context, the decision, and what follows from it. \`pnpm docs\` writes this index.

| Number | Decision |
|---|---|
`

/**
 * The names of the decisions' files, in the order of their numbers.
 * @returns {string[]}
 */
export function listDecisions() {
  return readdirSync(DECISIONS)
    .filter((name) => name !== INDEX)
    .sort()
}

/**
 * The text of the index, made of the headings.
 * @returns {string}
 */
export function decisionIndex() {
  return HEAD + listDecisions().map(rowOf).join('')
}

/** @param {string} name */
function rowOf(name) {
  const [, number, title] = HEADING.exec(readFileSync(join(DECISIONS, name), 'utf8')) ?? []
  if (!title)
    throw new Error(`docs/decisions/${name} does not begin with a heading such as "# 0007 Null is absent"`)
  return `| ${number} | [${title}](${name}) |\n`
}
