/** What the training of the block model (`bench/blocks`) needs beside `chooseMainContent`. */
export { packModel } from './blocks/block-model.ts'
export { FEATURE_COUNT, readFeatures } from './blocks/read-features.ts'
export { LEAF, type TreeModel } from './blocks/score-rows.ts'
export {
  type ContentDraft,
  captionsOf,
  correctDraft,
  draftContent,
  readDraft,
} from './choose-main-content.ts'
export { ownLine } from './mark-boilerplate.ts'
