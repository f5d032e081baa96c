import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { withRows } from '../../api/use-list.ts'
import { Moment } from '../../parts/moment.tsx'
import { Notice } from '../../parts/notice.tsx'
import type { Things } from '../../parts/things/things.ts'
import { ThingsSection } from '../../parts/things/things-page.tsx'
import * as words from '../../words/index.ts'
import { knowsPasskeys, makePasskey } from './make-passkey.ts'
import { proofOf, useProof } from './proof.ts'

type Passkey = Schemas['Passkey']
const said = words.account.passkeys
const NAME = { name: 'name', label: said.name, hint: said.nameHint, required: true }

const PASSKEYS: Things<Passkey> = {
  key: 'passkeys',
  title: said.title,
  lead: said.lead,
  empty: said.empty,
  list: async (_, signal) => withRows('passkeys', await gleaner().auth.passkeys({ signal })),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  columns: [
    { key: 'name', title: said.columns.name, cell: ({ name }) => name },
    {
      key: 'copies',
      title: said.columns.copies,
      optional: true,
      cell: ({ backed_up }) => (backed_up ? said.copied : said.single),
    },
    {
      key: 'used',
      title: said.columns.used,
      width: '110px',
      cell: ({ last_used_at }) => <Moment at={last_used_at} />,
    },
    {
      key: 'made',
      title: said.columns.made,
      width: '110px',
      optional: true,
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
  ],
  actions: [
    {
      label: said.rename,
      ask: { title: said.rename, fields: [NAME], valuesOf: ({ name }) => ({ name }) },
      run: ({ id }, { name }) => gleaner().auth.renamePasskey(id, { name: String(name) }),
    },
    {
      label: said.remove,
      run: ({ id }) => gleaner().auth.removePasskey(id),
      confirm: { title: said.removeTitle, text: ({ name }) => said.removeText(name) },
    },
  ],
}

export function Passkeys() {
  const proof = useProof()
  if (!knowsPasskeys()) return <Notice>{said.none}</Notice>
  const add: NonNullable<Things<Passkey>['add']> = {
    label: said.add,
    fields: [NAME, ...proof],
    create: (values) => makePasskey(String(values.name), proofOf(values)),
  }
  return <ThingsSection things={{ ...PASSKEYS, add }} />
}
