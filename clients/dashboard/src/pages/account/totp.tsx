import type { Schemas } from '@gleaner/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'preact/compat'
import { useState } from 'preact/hooks'
import { gleaner } from '../../api/client.ts'
import { Copyable } from '../../parts/copyable.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { FormButton } from '../../parts/things/form-button.tsx'
import { FormDialog } from '../../parts/things/form-dialog.tsx'
import * as words from '../../words/index.ts'
import { CODE, proofOf, SECOND_FACTOR, useProof, useSecondFactor } from './proof.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

const said = words.account.totp
const QrCode = lazy(() => import('./qr-code.tsx'))

/** The authenticator app: set up by scanning, turned off by password and code. */
export function Totp() {
  const factor = useSecondFactor()
  const cache = useQueryClient()
  const proof = useProof()
  const [enrolment, setEnrolment] = useState<Schemas['TotpEnrolment']>()
  const [codes, setCodes] = useState<readonly string[]>()
  const showCodes = (reply: unknown) => {
    setEnrolment(undefined)
    setCodes((reply as Schemas['RecoveryCodes']).recovery_codes)
    void cache.invalidateQueries({ queryKey: [SECOND_FACTOR] })
  }
  const on = factor.data?.totp ? factor.data : undefined
  return (
    <section class="card stack">
      <h2>
        {said.title}{' '}
        {factor.data && <StateWord state={on ? 'active' : 'inactive'} label={on ? said.on : said.off} />}
      </h2>
      <p class="muted">{said.lead}</p>
      {factor.error && <ErrorNotice error={factor.error} again={() => factor.refetch()} />}
      {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />}
      {on && (
        <dl class="facts">
          <dt>{said.since}</dt>
          <dd>
            <Moment at={on.enabled_at} />
          </dd>
          <dt>{said.left}</dt>
          <dd>{on.recovery_codes_left}</dd>
        </dl>
      )}
      <div class="row">
        {on ? (
          <>
            <FormButton
              label={said.renew}
              fields={[{ ...CODE, hint: said.code }]}
              run={({ code }) => gleaner().auth.renewRecoveryCodes({ code: String(code) })}
              onDone={showCodes}
            />
            <FormButton
              label={said.remove}
              kind="danger"
              lead={said.removeLead}
              fields={proof}
              run={(values) => gleaner().auth.removeTotp(proofOf(values))}
              onDone={() => cache.invalidateQueries({ queryKey: [SECOND_FACTOR] })}
            />
          </>
        ) : (
          <FormButton
            label={said.setUp}
            fields={proof}
            run={({ password }) => gleaner().auth.beginTotp({ password: String(password) })}
            onDone={(reply) => setEnrolment(reply as Schemas['TotpEnrolment'])}
          />
        )}
      </div>
      {enrolment && (
        <FormDialog
          title={said.setUp}
          verb={said.confirm}
          lead={<Scan enrolment={enrolment} />}
          fields={[{ ...CODE, label: said.code, hint: undefined }]}
          run={({ code }) => gleaner().auth.confirmTotp({ code: String(code) })}
          onClose={() => setEnrolment(undefined)}
          onDone={showCodes}
        />
      )}
    </section>
  )
}

function Scan({ enrolment }: { enrolment: Schemas['TotpEnrolment'] }) {
  return (
    <div class="stack">
      <p>{said.scan}</p>
      <Suspense fallback={<div class="qr-code" aria-busy="true" />}>
        <QrCode text={enrolment.otpauth_uri} label={said.picture} />
      </Suspense>
      <p>
        {said.secret}: <Copyable text={enrolment.secret} />
      </p>
    </div>
  )
}
