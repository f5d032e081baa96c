import type { Command } from 'commander'
import { bashScript } from './bash.ts'
import { fishScript } from './fish.ts'
import { placesOf } from './words.ts'
import { zshScript } from './zsh.ts'

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript }

export type Shell = keyof typeof SCRIPTS

export const SHELLS = Object.keys(SCRIPTS) as Shell[]

export function scriptFor(shell: Shell, program: Command): string {
  return SCRIPTS[shell](placesOf(program))
}
