import { useMutation } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { gleaner } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import * as words from '../../words/index.ts'

/** Buys credits: leads to the page of the payment provider. */
export function TopUp() {
  const [isOpen, setOpen] = useState(false)
  const [dollars, setDollars] = useState('10')
  const checkout = useMutation({
    mutationFn: () => gleaner().billing.checkout({ amount_cents: Math.round(Number(dollars) * 100) }),
    onSuccess: ({ checkout_url }) => location.assign(checkout_url),
  })
  return (
    <>
      <Button kind="main" onClick={() => setOpen(true)}>
        {words.billing.topUp}
      </Button>
      <Dialog title={words.billing.topUp} open={isOpen} onClose={() => setOpen(false)}>
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault()
            checkout.mutate()
          }}
        >
          <TextField
            label={words.billing.amount}
            hint={words.billing.topUpHint}
            type="number"
            min={1}
            required
            value={dollars}
            onValue={setDollars}
          />
          {checkout.error && <ErrorNotice error={checkout.error} />}
          <Button kind="main" type="submit" busy={checkout.isPending}>
            {words.billing.topUp}
          </Button>
        </form>
      </Dialog>
    </>
  )
}
