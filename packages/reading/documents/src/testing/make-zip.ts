export { writeZip as makeZip } from '../write-zip.ts'
