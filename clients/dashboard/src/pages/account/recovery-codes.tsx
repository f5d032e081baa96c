import { saveFile } from '../../api/save-file.ts'
import { Button } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copyable.tsx'
import { Notice } from '../../parts/notice.tsx'
import * as words from '../../words/index.ts'
import './account.css'

const said = words.account.totp

/** Codes that are shown this once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const text = codes.join('\n')
  return (
    <Notice kind="warn">
      <div class="stack">
        <h3>{said.codesTitle}</h3>
        <p>{said.codesLead}</p>
        <ul class="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div class="row">
          <CopyButton text={text} />
          <Button onClick={() => saveFile(new Blob([`${text}\n`]), 'gleaner-recovery-codes.txt')}>
            {said.save}
          </Button>
          <Button onClick={onKept}>{said.done}</Button>
        </div>
      </div>
    </Notice>
  )
}
