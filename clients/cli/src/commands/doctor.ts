import type { Cli } from '../cli.ts'
import { command, type Run } from '../command.ts'
import { CHECKS, type Finding } from '../doctor/checks.ts'
import { type Style, styled } from '../output/styled.ts'

export const doctor = (run: Run) =>
  command(
    'doctor',
    'Say what is wrong: address, key, credits, clock, proxies, the server’s services.',
  ).action(run(examine))

async function examine(cli: Cli): Promise<void> {
  const findings: Finding[] = []
  for (const [name, check] of Object.entries(CHECKS)) {
    cli.progress.show(`${name} …`)
    const finding = await check(cli)
    cli.progress.clear()
    if (!finding) continue
    findings.push(finding)
    if (!cli.flags.json) show(cli, finding)
  }
  if (cli.flags.json) cli.out.json({ findings })
  cli.exitCode = findings.find(({ state }) => state === 'bad')?.exitCode ?? 0
}

const MARKS: Record<Finding['state'], [string, Style]> = {
  good: ['✓', 'green'],
  doubtful: ['!', 'yellow'],
  bad: ['✗', 'red'],
}

function show({ out }: Cli, finding: Finding): void {
  if (!out.isTerminal) {
    out.json(finding)
    return
  }
  const [mark, style] = MARKS[finding.state]
  out.line([styled(style, mark), ` ${finding.name.padEnd(13)}${finding.says}`])
  if (finding.remedy) out.line(styled('dim', `${' '.repeat(15)}${finding.remedy}`))
}
