import { Argument, type Command } from 'commander'
import type { Cli } from '../cli.ts'
import { command, type Run } from '../command.ts'
import { SHELLS, type Shell, scriptFor } from '../completion/scripts.ts'

export const completion = (run: Run) => {
  const made: Command = command('completion', 'A script that completes this command in your shell.')
    .addArgument(new Argument('<shell>', 'your shell').choices(SHELLS))
    .addHelpText(
      'after',
      `
  bash:  echo 'source <(gleaner completion bash)' >> ~/.bashrc
  zsh:   gleaner completion zsh > "\${fpath[1]}/_gleaner"
  fish:  gleaner completion fish > ~/.config/fish/completions/gleaner.fish`,
    )
    .action(run(async (cli: Cli, shell: Shell) => cli.out.write(scriptFor(shell, made.parent!))))
  return made
}
