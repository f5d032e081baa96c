import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { SuiteConfig } from './run-suite.ts'

const GLOBALS = new URL('./jest-globals.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: GLOBALS, shortCircuit: true } : next(specifier, context),
})

/** What the runner sends: first how to run, then the paths of suites, one at a time. Answers of shared programs come between. */
export type ToWorker = { config: SuiteConfig } | { path: string } | { answerTo: string }

let ready: Promise<(path: string) => Promise<unknown>> | undefined

process.on('message', async (message: ToWorker) => {
  if ('config' in message) ready = prepare(message.config)
  else if ('path' in message)
    process.send!({ result: await (await ready!)(message.path), rss: process.memoryUsage.rss() })
})
process.on('disconnect', () => process.exit())

async function prepare(config: SuiteConfig) {
  for (const file of config.projectConfig.setupFiles) await import(pathToFileURL(file).href)
  const { runSuite } = await import('./run-suite.ts')
  return (path: string) => runSuite(path, config)
}
