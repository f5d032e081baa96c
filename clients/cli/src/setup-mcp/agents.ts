import { join } from 'node:path'
import type { Entry } from './entry.ts'

export interface Agent {
  title: string
  /** Where its settings are. */
  path(places: Places): string
  /** JSON, perhaps with comments, below these names; or the tables of TOML. */
  form: { json: readonly string[] } | { toml: string }
  /** How it has the entry written. */
  write(entry: Entry): object
}

export interface Places {
  home: string
  platform: NodeJS.Platform
  env: Readonly<Record<string, string | undefined>>
}

const asIs = ({ command, args }: Entry) => ({ command, args })

/** Where the usual agents read which MCP servers there are, as their documents say. */
export const AGENTS: Record<string, Agent> = {
  'claude-code': {
    title: 'Claude Code',
    path: ({ home }) => join(home, '.claude.json'),
    form: { json: ['mcpServers'] },
    write: (entry) => ({ type: 'stdio', ...asIs(entry) }),
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    path: (places) => join(appFolder(places), 'Claude', 'claude_desktop_config.json'),
    form: { json: ['mcpServers'] },
    write: asIs,
  },
  cursor: {
    title: 'Cursor',
    path: ({ home }) => join(home, '.cursor', 'mcp.json'),
    form: { json: ['mcpServers'] },
    write: asIs,
  },
  vscode: {
    title: 'VS Code',
    path: (places) => join(appFolder(places), 'Code', 'User', 'mcp.json'),
    form: { json: ['servers'] },
    write: (entry) => ({ type: 'stdio', ...asIs(entry) }),
  },
  codex: {
    title: 'Codex',
    path: ({ home, env }) => join(env.CODEX_HOME || join(home, '.codex'), 'config.toml'),
    form: { toml: 'mcp_servers' },
    write: asIs,
  },
  windsurf: {
    title: 'Windsurf',
    path: ({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    form: { json: ['mcpServers'] },
    write: asIs,
  },
}

function appFolder({ home, platform, env }: Places): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  if (platform === 'win32') return env.APPDATA || join(home, 'AppData', 'Roaming')
  return env.XDG_CONFIG_HOME || join(home, '.config')
}
