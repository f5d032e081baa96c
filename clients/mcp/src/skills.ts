import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SkillCatalog } from '@modelcontextprotocol/server/ext/skills'
import { loadSkills } from '@modelcontextprotocol/server/ext/skills/node'

const FOLDER = fileURLToPath(new URL('../skills', import.meta.url))

let loaded: Promise<SkillCatalog> | undefined

/** What teaches an agent to use Gleaner: the folder `skills`, read once. */
export function ownSkills(): Promise<SkillCatalog> {
  loaded ??= loadSkills(FOLDER, { strict: true, cacheHint: { ttlMs: 3_600_000, cacheScope: 'public' } })
  return loaded
}

/** The skill as a document, for who does not speak the protocol. */
export function readSkill(): Promise<string> {
  return readFile(join(FOLDER, 'gleaner/SKILL.md'), 'utf8')
}
