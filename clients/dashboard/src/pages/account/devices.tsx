import type { Schemas } from '@gleaner/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { gleaner } from '../../api/client.ts'
import { withRows } from '../../api/use-list.ts'
import { Button } from '../../parts/button.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import type { Things } from '../../parts/things/things.ts'
import { ThingsSection } from '../../parts/things/things-page.tsx'
import * as words from '../../words/index.ts'

const said = words.account

const SIGN_INS: Things<Schemas['SignIn']> = {
  key: 'sign-ins',
  title: said.signIns,
  lead: said.signInsLead,
  empty: said.empty,
  list: async (_, signal) => withRows('sign_ins', await gleaner().auth.signIns({ signal })),
  idOf: ({ id }) => id,
  nameOf: ({ device }) => device ?? said.unknownDevice,
  columns: [
    {
      key: 'device',
      title: said.columns.device,
      cell: ({ device, user_agent, current }) => (
        <span title={user_agent ?? undefined}>
          {[device ?? said.unknownDevice, current && `(${said.thisDevice})`].filter(Boolean).join(' ')}
        </span>
      ),
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

export function Devices() {
  return <ThingsSection things={SIGN_INS} buttons={<EndOthers />} />
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
