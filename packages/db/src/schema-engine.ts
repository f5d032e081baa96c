import { readFile } from 'node:fs/promises'

type SchemaEngineModule = typeof import('@prisma/schema-engine-wasm/schema_engine_bg')

let loading: Promise<SchemaEngineModule> | undefined

/**
 * Loads Prisma's schema engine as WebAssembly: the native engine is a download that a closed network cannot make.
 * Loaded once per process, because the module keeps its instance in a variable of its own.
 */
export function loadSchemaEngine(): Promise<SchemaEngineModule> {
  loading ??= load()
  return loading
}

/** Instantiates by hand: the module's own entry imports the `.wasm` file as an ES module, which Node refuses. */
async function load(): Promise<SchemaEngineModule> {
  const specifier = '@prisma/schema-engine-wasm/schema_engine_bg'
  const engine: SchemaEngineModule = await import(specifier)
  const wasm = await readFile(new URL('schema_engine_bg.wasm', import.meta.resolve(specifier)))
  const { instance } = await WebAssembly.instantiate(wasm, {
    './schema_engine_bg.js': engine as unknown as WebAssembly.ModuleImports,
  })
  engine.__wbg_set_wasm(instance.exports)
  ;(instance.exports.__wbindgen_start as () => void)()
  return engine
}
