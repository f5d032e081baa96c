/** `npm run test:long`: what takes too long for every change. */
const isLong = process.env.GLEANER_LONG_TESTS === '1'
const FOLDERS = ['clients', 'packages', 'services', 'scripts', 'infra']

// Test files run as Node runs them (see `runner`); what is transformed is only what jest itself loads.
export default {
  testMatch: FOLDERS.map((folder) => `<rootDir>/${folder}/**/*${isLong ? '.long' : ''}.test.ts`),
  testPathIgnorePatterns: ['/node_modules/', '/fixtures/', ...(isLong ? [] : ['\\.long\\.test\\.ts$'])],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2023', transform: {} },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  transformIgnorePatterns: ['/node_modules/(?!@gleaner/)'],
  modulePathIgnorePatterns: ['<rootDir>/.gleaner', '<rootDir>/.gleaner-test'],
  globalSetup: '<rootDir>/packages/tools/testkit/src/jest/global-setup.ts',
  globalTeardown: '<rootDir>/packages/tools/testkit/src/jest/global-teardown.ts',
  setupFiles: ['<rootDir>/packages/tools/testkit/src/jest/fixed-seed.ts'],
  runner: '<rootDir>/packages/tools/testkit/src/jest/runner/index.ts',
  testSequencer: '<rootDir>/packages/tools/testkit/src/jest/longest-first.ts',
  // Ends what hangs: no test depends on how fast the machine is.
  testTimeout: 180_000,
  // Twice the cores of CI: most suites wait most of the time. How many of the others run at once, `waiting-suites.ts` of the runner says.
  maxWorkers: 4,
  // Of `test.concurrent` in one file: only for tests that wait most of the time.
  maxConcurrency: 20,
}
