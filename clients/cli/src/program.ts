import { Command } from 'commander'
import { type Run, withGlobals } from './command.ts'
import { COMMANDS } from './commands/index.ts'
import { EXIT_SAYS } from './exit-codes.ts'
import type { Output } from './output/output.ts'
import { VERSION } from './version.ts'

/** The whole command line. What is wrong with arguments is thrown as a CommanderError, after it was written. */
export function createProgram(run: Run, { out, err }: { out: Output; err: Output }): Command {
  const program = withGlobals(new Command('gleaner'))
    .description('Scrape pages, crawl sites and watch them, by a Gleaner server.')
    .version(VERSION, '-V, --version', 'the version of this command')
    .helpOption('-h, --help', 'what there is')
    .addHelpText('after', AFTER)
  for (const make of COMMANDS) program.addCommand(make(run))
  for (const each of [program, ...everyCommand(program)])
    each
      .exitOverride()
      .configureOutput({ writeOut: (text) => out.write(text), writeErr: (text) => err.write(text) })
      .configureHelp({ showGlobalOptions: false })
      .showHelpAfterError('(--help shows what there is)')
  return program
}

export function everyCommand(of: Command): Command[] {
  return of.commands.flatMap((each) => [each, ...everyCommand(each)])
}

const AFTER = `
Begin with:
  gleaner login --url https://scrape.example.com
  gleaner scrape example.com

Exit codes:
${Object.entries(EXIT_SAYS)
  .map(([code, says]) => `  ${code.padEnd(4)} ${says}`)
  .join('\n')}
`
