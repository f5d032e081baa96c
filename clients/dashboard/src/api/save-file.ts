/** Has the browser keep what was read as a file. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

interface FileHandle {
  createWritable(): Promise<WritableStream<Uint8Array>>
}
type Picker = (options: { suggestedName: string }) => Promise<FileHandle>

/**
 * Keeps an answer as a file. Where the browser can write one (and the page is over https, or on this machine), a large answer goes to it as
 * it comes and is never held whole; elsewhere it is held until its end. Nothing is read when the person chooses no file.
 */
export async function saveAnswer(
  read: () => Promise<Response>,
  name: string,
  { isLarge }: { isLarge: boolean },
): Promise<void> {
  const pick = (window as { showSaveFilePicker?: Picker }).showSaveFilePicker
  if (!isLarge || !pick) {
    saveFile(await (await read()).blob(), name)
    return
  }
  const file = await pick({ suggestedName: name }).catch((error: Error) => {
    if (error.name !== 'AbortError') throw error
  })
  if (!file) return
  const { body } = await read()
  await body?.pipeTo(await file.createWritable())
}
