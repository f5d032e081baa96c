import type { Schemas } from '@gleaner/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { gleaner } from '../../../api/client.ts'
import { withScheme } from '../../../api/with-scheme.ts'
import { Credits, formatNumber } from '../../../parts/amounts.tsx'
import { Button } from '../../../parts/button.tsx'
import { TextField } from '../../../parts/field.tsx'
import { ErrorNotice, Notice } from '../../../parts/notice.tsx'
import * as words from '../../../words/index.ts'
import { AddressChoice } from './address-choice.tsx'
import { MOST_ENTRIES, NO_SOURCE, type Source } from './source.ts'

const said = words.work.batches
/** Read of a map, of which at most `MOST_ENTRIES` can be chosen. */
const MOST_FOUND = 5_000

/** The addresses that a site's sitemap and start page name, to choose from. */
export function SitemapSource({ onSource }: { onSource: (source: Source) => void }) {
  const [address, setAddress] = useState('')
  const map = useMutation({
    mutationFn: () => gleaner().maps.create({ ...whereOf(address.trim()), max_pages: MOST_FOUND }),
    onSuccess: (found) => choose(found.urls.slice(0, MOST_ENTRIES).map(({ url }) => url)),
    onError: () => onSource(NO_SOURCE),
  })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const choose = (urls: readonly string[]) => {
    setChosen(new Set(urls))
    onSource({ urls, count: urls.length })
  }
  const find = () => {
    if (address.trim() !== '') map.mutate()
  }
  return (
    <>
      <div class="source-line">
        <TextField
          label={said.sitemap}
          hint={said.sitemapHint}
          inputMode="url"
          autocapitalize="none"
          spellcheck={false}
          placeholder="https://example.com/sitemap.xml"
          value={address}
          onValue={setAddress}
        />
        <Button busy={map.isPending} onClick={find}>
          {said.find}
        </Button>
      </div>
      {map.error && <ErrorNotice error={map.error} />}
      {map.data && (
        <>
          <p role="status">
            {words.work.found(formatNumber(map.data.total_urls))}, {words.work.used.toLowerCase()}{' '}
            <Credits value={map.data.credits_used} />
          </p>
          {map.data.warnings?.map((warning) => (
            <Notice key={warning} kind="warn">
              {warning}
            </Notice>
          ))}
          <AddressChoice found={map.data.urls} chosen={chosen} onChosen={choose} />
        </>
      )}
    </>
  )
}

/** A sitemap is read by itself; any other address is a site, whose sitemaps and links are read. */
function whereOf(typed: string): Pick<Schemas['MapRequest'], 'url' | 'sitemap' | 'sitemap_path'> {
  const url = URL.parse(withScheme(typed))
  if (!url || !/\.(xml|xml\.gz|txt)$/i.test(url.pathname)) return { url: withScheme(typed) }
  return { url: `${url.origin}/`, sitemap: 'only', sitemap_path: url.pathname + url.search }
}
