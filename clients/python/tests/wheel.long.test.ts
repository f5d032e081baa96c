import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@jest/globals'
import { pythonWith } from '../../../packages/tools/testkit/src/python.ts'
import { where } from '../../../packages/tools/testkit/src/where.ts'

const CLIENT = join(import.meta.dirname, '..')
const SCRAPY = join(CLIENT, '../scrapy')

/** Runs a program and gives what it prints. */
function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`)
  return stdout
}

where(pythonWith('httpx', 'pydantic', 'pip', 'venv', 'ensurepip', 'setuptools', 'wheel')).test(
  'the Python packages are wheels that a fresh environment can use',
  async () => {
    const home = await mkdtemp(join(tmpdir(), 'gleaner-wheel-'))
    try {
      const [sources, wheels, environment] = ['sources', 'wheels', 'environment'].map((name) =>
        join(home, name),
      )
      // Building leaves files beside the sources.
      for (const folder of [CLIENT, SCRAPY]) {
        const copy = join(sources!, folder === CLIENT ? 'python' : 'scrapy')
        await cp(folder, copy, { recursive: true })
        run(
          '/usr/bin/python3',
          '-m',
          'pip',
          'wheel',
          '--no-deps',
          '--no-build-isolation',
          '--no-index',
          '-w',
          wheels!,
          copy,
        )
      }
      run('/usr/bin/python3', '-m', 'venv', '--system-site-packages', environment!)
      const python = join(environment!, 'bin/python')
      run(
        python,
        '-m',
        'pip',
        'install',
        '--no-deps',
        '--no-index',
        '--find-links',
        wheels!,
        'gleaner',
        'gleaner-scrapy',
      )
      const says = [
        'import gleaner, pathlib, importlib.metadata',
        'folder = pathlib.Path(gleaner.__file__).parent',
        'print(str(folder).startswith(__import__("sys").prefix), (folder / "py.typed").exists())',
        'print(importlib.metadata.version("gleaner") == gleaner.__version__)',
        'print(gleaner.Gleaner("sk_test_1").batches.wait.__name__)',
      ]
      expect(run(python, '-c', says.join('\n')).trim().split('\n')).toEqual(['True True', 'True', 'wait'])
    } finally {
      await rm(home, { recursive: true, force: true })
    }
  },
  600_000,
)
