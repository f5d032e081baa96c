import { pathToFileURL } from 'node:url'
import type { AssertionResult, TestResult } from '@jest/test-result'
import { createEmptyTestResult } from '@jest/test-result'
import type { Circus, Config } from '@jest/types'
import { getState, resetState, run, setState } from 'jest-circus'
import { formatExecError, formatResultsErrors } from 'jest-message-util'
import { leftOpen } from '../left-open.ts'
import { watchOpenHandles } from '../open-handles.ts'
import { takeUncaughtErrors } from './uncaught-errors.ts'

export interface SuiteConfig {
  globalConfig: Config.GlobalConfig
  projectConfig: Config.ProjectConfig
}

let suites = 0

/** Runs the tests of one file in this process. What they import stays loaded for the next file; the file itself is always new. */
export async function runSuite(
  path: string,
  { globalConfig, projectConfig }: SuiteConfig,
): Promise<TestResult> {
  const start = Date.now()
  const env = { ...process.env }
  const uncaught = takeUncaughtErrors()
  const handles = watchOpenHandles()
  try {
    resetState()
    setState({
      ...getState(),
      parentProcess: process,
      testTimeout: projectConfig.testTimeout ?? globalConfig.testTimeout ?? 5_000,
      testNamePattern: globalConfig.testNamePattern ? new RegExp(globalConfig.testNamePattern, 'i') : null,
      maxConcurrency: globalConfig.maxConcurrency,
    } as Circus.State)
    await import(`${pathToFileURL(path)}?suite=${suites++}`)
    const { testResults, unhandledErrors } = await run()
    const results = testResults.map(asAssertion)
    const left = results.some(({ status }) => status === 'failed') ? [] : await leftOpen(handles)
    const errors = [...unhandledErrors, ...uncaught.list(), ...left]
    const message = formatResultsErrors(results, projectConfig, globalConfig, path)
    return {
      ...empty(path, start),
      ...counts(results),
      testResults: results,
      failureMessage: [message, ...errors].filter(Boolean).join('\n\n') || null,
      ...(errors.length > 0 && { testExecError: { message: '', stack: errors.join('\n\n') } }),
    } as TestResult
  } catch (error) {
    const failure = error as Error
    return {
      ...empty(path, start),
      failureMessage: formatExecError(failure, projectConfig, { noStackTrace: false }, path),
      testExecError: { message: failure.message, stack: failure.stack },
    } as TestResult
  } finally {
    handles.stop()
    uncaught.stop()
    restore(env)
  }
}

/** What one file has set is not there for the next. */
function restore(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
}

function empty(path: string, start: number) {
  const result = createEmptyTestResult()
  const end = Date.now()
  const runtime = end - start
  return {
    ...result,
    testFilePath: path,
    perfStats: { ...result.perfStats, start, end, runtime, slow: runtime > 5_000 },
  }
}

function asAssertion({
  testPath,
  status,
  duration,
  errors,
  errorsDetailed,
  numPassingAsserts,
}: Circus.TestResult): AssertionResult {
  const [, ...titles] = testPath
  return {
    ancestorTitles: titles.slice(0, -1),
    title: titles.at(-1)!,
    fullName: titles.join(' '),
    status:
      status === 'skip' ? 'pending' : errors.length > 0 ? 'failed' : status === 'todo' ? 'todo' : 'passed',
    duration: duration ?? null,
    failureDetails: errorsDetailed,
    failureMessages: errors,
    invocations: 1,
    location: null,
    numPassingAsserts,
    retryReasons: [],
  } as unknown as AssertionResult
}

function counts(results: readonly AssertionResult[]) {
  const of = (wanted: string) => results.filter(({ status }) => status === wanted).length
  return {
    numPassingTests: of('passed'),
    numFailingTests: of('failed'),
    numPendingTests: of('pending'),
    numTodoTests: of('todo'),
  }
}
