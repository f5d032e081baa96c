export { changeArchive, emptyArchive, readArchive } from './archive.ts'
export {
  type ArchivedPage,
  findArchived,
  listArchived,
  type PageContent,
  readArchived,
} from './archived-pages.ts'
export { type Archiver, createArchiver, type DeliveredPage } from './archiver.ts'
export { ARCHIVE_PURGES } from './purge-archive.ts'
export { archiveFields } from './settings.ts'
