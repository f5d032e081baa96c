import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { pathToFileURL } from 'node:url'

/** Evaluates an expression of TypeScript as if it stood at the top of a module; `given` is what its `given[0]`, `given[1]` ... mean. */
export type Scope = (code: string, given: readonly unknown[]) => unknown

const MARK = '?inside'
const INSIDE = '\nexport const __inside = (code: string, given: readonly unknown[]) => eval(code)\n'

export interface Scopes {
  /** The scope of a module, which is loaded once more for it; what it imports is what everybody imports. */
  of(file: string): Promise<Scope>
  close(): void
}

export function openScopes(): Scopes {
  const scopes = new Map<string, Promise<Scope>>()
  const hooks = registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      return url.endsWith(MARK) ? { ...loaded, source: `${asText(loaded.source)}${INSIDE}` } : loaded
    },
  })

  async function load(file: string): Promise<Scope> {
    const { __inside: inside } = await import(`${pathToFileURL(file)}${MARK}`)
    return (code, given) => inside(stripTypeScriptTypes(`(${code})`), given)
  }

  return {
    of(file) {
      const known = scopes.get(file) ?? load(file)
      scopes.set(file, known)
      return known
    },
    close: () => hooks.deregister(),
  }
}

function asText(source: unknown): string {
  return typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString()
}
