import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { gleaner } from '../../../api/client.ts'
import { messageOf } from '../../../api/message-of.ts'
import { offeredKey } from '../../../api/own-things.ts'
import { Button } from '../../../parts/button.tsx'
import { TextField } from '../../../parts/field.tsx'
import { Notice } from '../../../parts/notice.tsx'
import * as words from '../../../words/index.ts'
import { type Template, toTemplate } from './template.ts'

/** Keeps the fields under a name, to be used again in scrapes and batches. */
export function SaveTemplate({ template }: { template: Template }) {
  const [name, setName] = useState('')
  const cache = useQueryClient()
  const save = useMutation({
    mutationFn: () => gleaner().templates.create({ name, ...toTemplate(template) }),
    onSuccess: () => cache.invalidateQueries({ queryKey: offeredKey('templates') }),
  })
  return (
    <form
      class="row save-template"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <TextField
        label={words.pointing.templateName}
        required
        value={name}
        error={save.error ? messageOf(save.error) : undefined}
        onValue={setName}
      />
      <Button type="submit" busy={save.isPending}>
        {words.pointing.save}
      </Button>
      {save.data && <Notice kind="good">{words.pointing.saved(save.data.name)}</Notice>}
    </form>
  )
}
