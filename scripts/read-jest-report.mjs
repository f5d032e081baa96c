import { readFileSync } from 'node:fs'

/**
 * Counts of a report of `jest --json`, and the titles of what was skipped for a reason. Suites that did not even run
 * count as one failure each; so does a jest that ended badly with no failed test.
 */
export function readJestReport(file, exitCode) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    const failed = report.numFailedTests + report.numRuntimeErrorTestSuites
    return {
      passed: report.numPassedTests,
      failed: failed === 0 && exitCode !== 0 ? 1 : failed,
      skipped: report.numPendingTests + report.numTodoTests,
      reasons: report.testResults
        .flatMap(({ assertionResults }) => assertionResults)
        .filter(({ status, fullName }) => status === 'pending' && fullName.includes('(skipped: '))
        .map(({ fullName }) => fullName),
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0, reasons: [] }
  }
}
