/** What passes between who looks at a browser and the browser. */
export type { ToBrowser, ToViewer } from './messages.ts'
export { openViewer, type ViewerChannel } from './open-viewer.ts'
export { channelKey } from './sealed.ts'
export { serveViewers, type Viewers } from './serve-viewers.ts'
