/** How an agent starts the server; no key stands in it: the profile has it. */
export interface Entry {
  command: string
  args: string[]
}

export const ENTRY_NAME = 'gleaner'

/** This very program, by its whole path: agents with a window do not know the path of a shell. What npx has fetched is fetched by it again. */
export function entryOf(node: string, program: string, profile: string | undefined): Entry {
  const args = ['mcp', ...(profile === undefined ? [] : ['--profile', profile])]
  return /[\\/]_npx[\\/]/.test(program)
    ? { command: 'npx', args: ['-y', '@gleaner/cli', ...args] }
    : { command: node, args: [program, ...args] }
}
