import { useMutation } from '@tanstack/react-query'
import { saveAnswer } from '../../api/save-file.ts'
import { Button } from '../../parts/button.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import * as words from '../../words/index.ts'

/** With more pages an answer goes to its file as it comes. */
const LARGE_PAGES = 200

export interface Download {
  /** Of the button, and how the name of the file ends. */
  format: string
  read: () => Promise<Response>
}

/** Buttons that keep the results as files. `pages`: how many there are. */
export function Downloads({
  name,
  pages,
  downloads,
}: {
  name: string
  pages: number
  downloads: readonly Download[]
}) {
  const save = useMutation({
    mutationFn: ({ format, read }: Download) =>
      saveAnswer(read, `${name}.${format}`, { isLarge: pages > LARGE_PAGES }),
  })
  return (
    <>
      <div class="row" role="group" aria-label={words.work.download}>
        {downloads.map((each) => (
          <Button
            key={each.format}
            busy={save.isPending && save.variables?.format === each.format}
            onClick={() => save.mutate(each)}
          >
            {words.work.downloadAs(each.format.toUpperCase())}
          </Button>
        ))}
      </div>
      {save.error && <ErrorNotice error={save.error} />}
    </>
  )
}
