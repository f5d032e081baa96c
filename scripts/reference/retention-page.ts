import { RETENTIONS, type Retention } from '../../services/scheduler/src/purges/retentions.ts'
import { table } from './table.ts'
import { writtenBy } from './written-by.ts'

/** docs/reference/retention.md: what becomes of the rows of every table. */
export function retentionPage(): string {
  return [
    '# Retention',
    '',
    writtenBy('services/scheduler/src/purges/retentions.ts'),
    '',
    'The scheduler deletes what has expired every `PURGE_EVERY`.',
    '',
    ...table(
      ['Table', 'Kept'],
      Object.entries(RETENTIONS).map(([name, retention]) => [`\`${name}\``, kept(retention)]),
    ),
    '',
  ].join('\n')
}

function kept(retention: Retention): string {
  if ('purges' in retention) {
    const { keeps, otherwise } = retention
    return otherwise === undefined ? keeps : `${keeps}; what stays: ${otherwise}`
  }
  if ('goesWith' in retention) return `with ${retention.goesWith}`
  if ('bounded' in retention) return `stays: ${retention.bounded}`
  return `stays: ${retention.kept}`
}
