/** Two pictures of a page beside each other, with what differs outlined; made in a process of its own. */
export { comparePictures, type GivenPicture, PictureFault } from './compare-pictures.ts'
