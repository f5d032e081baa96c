import { randomUUID } from 'node:crypto'
import { constants, type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LIMITS } from '@gleaner/contracts/limits'
import { MEGABYTE } from '@gleaner/runtime/units'
import { checkRealFolder } from '../destinations/folder-path.ts'
import { type Target, TargetFailure, type Upload } from './target.ts'

const PART_BYTES = 8 * MEGABYTE
/** Never through a link, which could lead anywhere. */
const WRITE = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW

/** Files in a folder of the operator. What is being written stands in a hidden folder of the export that writes it; `owner` names that. */
export function createFolderTarget(
  folders: readonly string[],
  folder: string,
  owner: string,
  partBytes = PART_BYTES,
): Omit<Target, 'close'> {
  const drafts = join(folder, `.gleaner-${owner}`)
  const draftOf = (name: string) => join(drafts, name)

  async function write(name: string, offset: number, bytes: Uint8Array): Promise<void> {
    const draft = draftOf(name)
    await mkdir(dirname(draft), { recursive: true })
    await checkRealFolder(folders, dirname(draft))
    const file = await open(draft, WRITE, 0o640)
    try {
      await writeAll(file, offset, bytes)
      // What an earlier try wrote behind it is none of it.
      await file.truncate(offset + bytes.length)
      await file.datasync()
    } finally {
      await file.close()
    }
  }

  async function finish(name: string): Promise<void> {
    const place = join(folder, name)
    await mkdir(dirname(place), { recursive: true })
    await checkRealFolder(folders, dirname(place))
    await rename(draftOf(name), place)
  }

  const clear = () => rm(drafts, { recursive: true, force: true })
  const abandon = ({ name }: Pick<Upload, 'name'>) => rm(draftOf(name), { force: true })

  return explained({
    partBytes,
    pageBytes: LIMITS.exportPageBytes,
    async put(name, _, bytes) {
      await write(name, 0, bytes)
      await finish(name)
    },
    begin: async () => owner,
    uploadsOf: async () => [],
    async writePart({ name }, _, offset, bytes) {
      await write(name, offset, bytes)
      return ''
    },
    async complete({ name }, parts) {
      const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
      if ((await sizeOf(draftOf(name))) === bytes) {
        await finish(name)
        return true
      }
      // Its place may have been taken by an answer that was lost; the file of another export has another size, or the same content.
      return (await sizeOf(join(folder, name))) === bytes && (await sizeOf(draftOf(name))) === undefined
    },
    abandon,
    clear,
    async test() {
      const name = `gleaner-test-${randomUUID()}`
      await write(name, 0, Buffer.from('A test of Gleaner.'))
      await clear()
    },
  })
}

async function writeAll(file: FileHandle, offset: number, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; )
    done += (await file.write(bytes, done, bytes.length - done, offset + done)).bytesWritten
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size
}

/** Errors of the file system that pass by themselves, or may. */
const PASSING = new Set(['EIO', 'EBUSY', 'ESTALE', 'EMFILE', 'ENFILE', 'ETIMEDOUT', 'EAGAIN'])

/** The same, with every error as a TargetFailure. */
function explained<T extends object>(target: T): T {
  return Object.fromEntries(
    Object.entries(target).map(([name, member]) => [
      name,
      typeof member !== 'function'
        ? member
        : async (...values: unknown[]) => {
            try {
              return await member(...values)
            } catch (error) {
              const { code, message } = error as NodeJS.ErrnoException
              const isFinal = !PASSING.has(code ?? '')
              throw new TargetFailure(`The folder cannot be written: ${message}`, { isFinal, cause: error })
            }
          },
    ]),
  ) as T
}
