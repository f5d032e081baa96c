import { describe, expect, test } from '@jest/globals'
import { parse as parseJson } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'
import { AGENTS } from './agents.ts'
import { entryOf } from './entry.ts'
import { withEntry } from './with-entry.ts'

const JSON_FORM = { json: ['mcpServers'] }
const TOML_FORM = { toml: 'mcp_servers' }
const VALUE = { command: 'node', args: ['/x/gleaner', 'mcp'] }

describe('JSON', () => {
  test('a new file holds the entry alone', () => {
    expect(JSON.parse(withEntry('', JSON_FORM, VALUE))).toEqual({ mcpServers: { gleaner: VALUE } })
  })

  test('comments, order and all other settings stay to the letter', () => {
    const text = `{
  // mine
  "theme": "dark",
  "mcpServers": {
    "other": { "command": "x" }, // theirs
    "gleaner": { "command": "old", "env": { "A": "1" } }
  },
  "last": [1, 2,]
}
`
    const after = withEntry(text, JSON_FORM, VALUE)
    expect(parseJson(after)).toEqual({
      theme: 'dark',
      mcpServers: { other: { command: 'x' }, gleaner: VALUE },
      last: [1, 2],
    })
    for (const line of ['  // mine', '"other": { "command": "x" }, // theirs', '  "last": [1, 2,]'])
      expect(after).toContain(line)
    expect(withEntry(after, JSON_FORM, VALUE)).toBe(after)
  })

  test.each(['{', '[1', 'hello', '"text"'])('what is no JSON object is not touched: %s', (text) => {
    expect(() => withEntry(text, JSON_FORM, VALUE)).toThrow('The file is no JSON')
  })
})

describe('TOML', () => {
  test('the tables of ours are replaced, and nothing else', () => {
    const text = `# mine
model = "x" # here

[mcp_servers.gleaner]
command = "old"

[mcp_servers.gleaner.env]
A = "1"

[mcp_servers."other"]
command = "y"
`
    const after = withEntry(text, TOML_FORM, VALUE)
    expect(parseToml(after)).toEqual({
      model: 'x',
      mcp_servers: { other: { command: 'y' }, gleaner: VALUE },
    })
    expect(after).toContain('# mine\nmodel = "x" # here')
    expect(withEntry(after, TOML_FORM, VALUE)).toBe(after)
    expect(parseToml(withEntry('', TOML_FORM, VALUE))).toEqual({ mcp_servers: { gleaner: VALUE } })
  })

  test.each([
    'mcp_servers = { gleaner = { command = "x" } }\n',
    'text = """\n[mcp_servers.gleaner]\n"""\n',
    '[mcp_servers]\ngleaner.command = "x"\n',
  ])('what could not be kept is not written: %j', (text) => {
    expect(() => withEntry(text, TOML_FORM, VALUE)).toThrow(/cannot be replaced safely|is no TOML/)
  })

  test('what is no TOML is not touched', () => {
    expect(() => withEntry('= 1', TOML_FORM, VALUE)).toThrow('is no TOML')
  })
})

test.each(Object.entries(AGENTS))('%s has a place of its own below the home on every system', (_, agent) => {
  for (const platform of ['linux', 'darwin', 'win32'] as const)
    expect(agent.path({ home: '/home/ann', platform, env: {} })).toMatch(/^\/home\/ann\//)
})

test('no key stands in an entry, and what npx has fetched is fetched anew', () => {
  expect(entryOf('/n/node', '/x/bin.js', 'work')).toEqual({
    command: '/n/node',
    args: ['/x/bin.js', 'mcp', '--profile', 'work'],
  })
  expect(entryOf('/n/node', '/home/a/.npm/_npx/1/node_modules/@gleaner/cli/dist/bin.js', undefined)).toEqual({
    command: 'npx',
    args: ['-y', '@gleaner/cli', 'mcp'],
  })
})
