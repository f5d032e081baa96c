/**
 * Pages that are watched. A monitor is a schedule (`packages/work/schedules`) whose runs are checks: `store/` has monitors, `groups/` the settings
 * that they share, `checks/` judges what a run has fetched, `judging/` compares pages in a thread by `packages/reading/changes`, `history/` shows what was found.
 */
export { CheckLost, claimCheck, type TakenCheck } from './checks/claim-check.ts'
export { type JudgeContext, judgeCheck } from './checks/judge-check.ts'
export { noteAgain, waitForAgain } from './checks/note-again.ts'
export { drawChart } from './fields/draw-chart.ts'
export { type FieldSeries, listFieldHistory, readFieldSeries } from './fields/read-values.ts'
export {
  changedMeanwhile,
  createGroup,
  deleteGroup,
  listGroups,
  lockMembers,
  memberIds,
  type OpenedGroup,
  openGroup,
  readGroup,
  rewriteGroup,
} from './groups/groups.ts'
export {
  isListAlone,
  ownSettings,
  type SettingsInForce,
  settingsInForce,
  settingsOf,
} from './groups/settings-in-force.ts'
export { atomFeed } from './history/feed.ts'
export { type FoundVersions, findVersions } from './history/find-versions.ts'
export { checkOfRun, listChanges, listChecks, listPages } from './history/list-history.ts'
export { readHistory } from './history/read-history.ts'
export { listSnapshots, readSnapshot } from './history/snapshots.ts'
export { type Judge, openJudge } from './judging/open-judge.ts'
export { forgottenFiles } from './pictures/forget-files.ts'
export { pictureKeys } from './pictures/picture-keys.ts'
export {
  type ChangePictures,
  type KeptPicture,
  noPicture,
  readChangePictures,
} from './pictures/read-pictures.ts'
export { MONITOR_PURGES } from './purges.ts'
export {
  createMonitor,
  listMonitors,
  type MonitorContent,
  readMonitor,
  readMonitorRow,
  resetNoise,
  rewriteMonitor,
} from './store/monitors.ts'
export { type StoredWatch, storedWatch } from './watch.ts'
