import * as words from '../../words/index.ts'

/** How an attempt ended, in words. */
export function verdictOf({ result, wall }: { result: string; wall: string | null }): string {
  const said = words.operate.results[result] ?? result.replaceAll('_', ' ')
  return wall === null ? said : `${said}: ${words.operate.walls[wall] ?? wall.replaceAll('_', ' ')}`
}
