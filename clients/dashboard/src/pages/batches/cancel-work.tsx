import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import * as words from '../../words/index.ts'

/** Cancels a batch or crawl once somebody has confirmed it. `queryKey`: what is read anew then. */
export function CancelWork({ run, queryKey }: { run: () => Promise<unknown>; queryKey: readonly string[] }) {
  const [isAsking, setAsking] = useState(false)
  const cache = useQueryClient()
  const cancel = useMutation({
    mutationFn: run,
    onSuccess: () => {
      setAsking(false)
      void cache.invalidateQueries({ queryKey })
    },
  })
  return (
    <>
      <Button onClick={() => setAsking(true)}>{words.work.cancel}</Button>
      <ConfirmDialog
        title={words.work.cancelTitle}
        text={words.work.cancelText}
        verb={words.work.cancel}
        open={isAsking}
        busy={cancel.isPending}
        error={cancel.error ? <ErrorNotice error={cancel.error} /> : undefined}
        onClose={() => setAsking(false)}
        onConfirm={() => cancel.mutate()}
      />
    </>
  )
}
