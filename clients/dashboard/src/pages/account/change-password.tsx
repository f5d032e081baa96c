import { useMutation } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { gleaner } from '../../api/client.ts'
import { issuesOf } from '../../api/message-of.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { ErrorNotice, Notice } from '../../parts/notice.tsx'
import { words } from '../../words/index.ts'

const said = words.account

export function ChangePassword() {
  const [isOpen, setOpen] = useState(false)
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = useMutation({
    mutationFn: () => gleaner().auth.changePassword({ current_password: current, new_password: next }),
  })
  const close = () => {
    setOpen(false)
    setCurrent('')
    setNext('')
    change.reset()
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{said.password}</Button>
      <Dialog title={said.password} open={isOpen} onClose={close}>
        {change.isSuccess ? (
          <Notice kind="good">{said.changed}</Notice>
        ) : (
          <form
            class="stack"
            onSubmit={(event) => {
              event.preventDefault()
              change.mutate()
            }}
          >
            <TextField
              label={said.currentPassword}
              type="password"
              autocomplete="current-password"
              required
              value={current}
              onValue={setCurrent}
            />
            <TextField
              label={said.newPassword}
              hint={words.signIn.passwordHint}
              error={issuesOf(change.error).get('new_password')}
              type="password"
              autocomplete="new-password"
              required
              value={next}
              onValue={setNext}
            />
            {change.error && <ErrorNotice error={change.error} />}
            <Button kind="main" type="submit" busy={change.isPending}>
              {said.password}
            </Button>
          </form>
        )}
      </Dialog>
    </>
  )
}
