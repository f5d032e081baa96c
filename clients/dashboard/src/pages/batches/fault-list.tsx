import * as words from '../../words/index.ts'
import type { Fault } from './faults.ts'
import '../../parts/plain-table.css'

const said = words.work.batches.faults

/** What is wrong with entries, by line and column. */
export function FaultList({ faults }: { faults: readonly Fault[] }) {
  return (
    <div class="plain-table" tabIndex={0} role="group" aria-label={said.title}>
      <table>
        <thead>
          <tr>
            <th class="number">{said.line}</th>
            <th>{said.column}</th>
            <th>{said.message}</th>
          </tr>
        </thead>
        <tbody>
          {faults.map(({ line, column, message }, index) => (
            <tr key={index}>
              <td class="number">{line ?? '–'}</td>
              <td class="mono">{column || '–'}</td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
