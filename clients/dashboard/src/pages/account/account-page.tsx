import type { Schemas } from '@gleaner/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { gleaner } from '../../api/client.ts'
import { saveFile } from '../../api/save-file.ts'
import { Button } from '../../parts/button.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import type { Things } from '../../parts/things/things.ts'
import { ThingsPage } from '../../parts/things/things-page.tsx'
import { words } from '../../words/index.ts'
import { ChangePassword } from './change-password.tsx'

const said = words.account

const SIGN_INS: Things<Schemas['SignIn']> = {
  key: 'sign-ins',
  title: said.title,
  lead: said.lead,
  empty: said.empty,
  list: async (signal) => (await gleaner().auth.signIns({ signal })).sign_ins,
  idOf: ({ id }) => id,
  columns: [
    {
      key: 'device',
      title: said.columns.device,
      cell: ({ device, current }) =>
        [device ?? said.unknownDevice, current && `(${said.thisDevice})`].filter(Boolean).join(' '),
    },
    {
      key: 'address',
      title: said.columns.address,
      optional: true,
      cell: ({ address }) => <code>{address}</code>,
    },
    {
      key: 'used',
      title: said.columns.used,
      width: '110px',
      cell: ({ last_used_at }) => <Moment at={last_used_at} />,
    },
    {
      key: 'since',
      title: said.columns.since,
      width: '110px',
      optional: true,
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
  ],
  actions: [
    {
      label: said.end,
      run: ({ id }) => gleaner().auth.endSignIn(id),
      when: ({ current }) => !current,
      confirm: { title: said.endTitle, text: ({ device }) => said.endText(device ?? said.unknownDevice) },
    },
  ],
}

/** Where one is signed in, one's password, and what is kept. */
export default function AccountPage() {
  return (
    <ThingsPage things={SIGN_INS}>
      <div class="row">
        <ChangePassword />
        <EndOthers />
        <Download />
      </div>
    </ThingsPage>
  )
}

function EndOthers() {
  const cache = useQueryClient()
  const end = useMutation({
    mutationFn: () => gleaner().auth.endSignIns(),
    onSuccess: () => cache.invalidateQueries({ queryKey: [SIGN_INS.key] }),
  })
  return (
    <>
      <Button busy={end.isPending} onClick={() => end.mutate()}>
        {said.endOthers}
      </Button>
      {end.error && <ErrorNotice error={end.error} />}
    </>
  )
}

function Download() {
  const download = useMutation({
    mutationFn: async () => saveFile(await (await gleaner().account.export()).blob(), 'gleaner-account.json'),
  })
  return (
    <>
      <Button title={said.exportHint} busy={download.isPending} onClick={() => download.mutate()}>
        {said.export}
      </Button>
      {download.error && <ErrorNotice error={download.error} />}
    </>
  )
}
