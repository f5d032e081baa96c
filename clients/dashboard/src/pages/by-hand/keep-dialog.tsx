import type { Schemas } from '@gleaner/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'preact/hooks'
import { gleaner } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import * as words from '../../words/index.ts'
import type { Viewer } from './use-viewer.ts'
import type { Cookie, Storage } from './viewer-state.ts'

const said = words.byHand

/** Tells what would be kept, by its names, and keeps it. */
export function KeepDialog({
  login,
  viewer,
  onClose,
  onKept,
}: {
  login: Schemas['ManualLogin']
  viewer: Viewer
  onClose: () => void
  onKept: (session: Schemas['Session']) => void
}) {
  const [name, setName] = useState(login.name)
  const [domain, setDomain] = useState(hostOf(login.domain))
  const cache = useQueryClient()
  const { cookies = [], storage = [] } = viewer.state
  useEffect(() => viewer.act({ type: 'cookies' }), [])
  const keep = useMutation({
    mutationFn: () => gleaner().manualLogins.keep(login.id, { name, domain }),
    onSuccess: (session) => {
      void cache.invalidateQueries({ queryKey: ['sessions'] })
      onKept(session)
    },
  })
  const kept = cookies.filter((cookie) => fits(cookie, domain))
  const others = [...new Set(cookies.filter((cookie) => !fits(cookie, domain)).map((one) => one.domain))]
  const stored = storage.filter((each) => isWithin(each, domain))
  const isNothing = kept.length + stored.length === 0
  return (
    <Dialog title={said.keepTitle} open onClose={onClose}>
      <TextField label={said.name} value={name} onValue={setName} required maxLength={200} />
      <TextField
        label={said.keepDomain}
        hint={said.keepDomainHint}
        value={domain}
        onValue={setDomain}
        autocapitalize="none"
        spellcheck={false}
      />
      {isNothing && <p>{said.noneKept}</p>}
      {kept.length > 0 && (
        <div>
          <p>{said.kept(kept.length)}</p>
          <ul class="cookie-names">
            {kept.map((cookie) => (
              <li key={`${cookie.domain} ${cookie.name}`}>
                <code>{cookie.name}</code> <span class="muted">{cookie.domain}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {stored.length > 0 && (
        <div>
          <p>{said.stored}</p>
          <ul class="cookie-names">
            {stored.map(({ origin, items }) => (
              <li key={origin}>
                <code>{origin}</code> <span class="muted">{said.items(items)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {others.length > 0 && (
        <p class="muted">{said.leftOut(cookies.length - kept.length, others.join(', '))}</p>
      )}
      {keep.error && <ErrorNotice error={keep.error} />}
      <div class="row end">
        <Button onClick={onClose}>{words.common.cancel}</Button>
        <Button kind="main" busy={keep.isPending} disabled={isNothing} onClick={() => keep.mutate()}>
          {said.keep}
        </Button>
      </div>
    </Dialog>
  )
}

const hostOf = (given: string) =>
  URL.parse(given.includes('://') ? given : `http://${given}`)?.hostname ?? given

/** As the service does: cookies of the host, its subdomains, and those that are sent to it. */
function fits({ domain }: Cookie, site: string): boolean {
  const host = hostOf(site)
  return domain === host || domain.endsWith(`.${host}`) || host.endsWith(`.${domain}`)
}

/** Of what scripts have stored, that of the host and its subdomains alone. */
function isWithin({ origin }: Storage, site: string): boolean {
  const host = hostOf(site)
  const own = URL.parse(origin)?.hostname ?? ''
  return own === host || own.endsWith(`.${host}`)
}
