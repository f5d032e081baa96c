import { JsonView } from '../../../parts/json-view.tsx'
import { TakeAway } from './text-view.tsx'

/** A value as a tree that opens. */
export function JsonTree({ value, name }: { value: unknown; name: string }) {
  return (
    <div class="stack">
      <TakeAway text={() => JSON.stringify(value, null, 2)} name={`${name}.json`} type="application/json" />
      <JsonView value={value} />
    </div>
  )
}
