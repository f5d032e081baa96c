// Prints the bill of materials of a deployment, as CycloneDX: `npm run --silent sbom > gleaner.cdx.json`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { ROOT } from '../setup/root.mjs'
import { makeSbom } from './make-sbom.mjs'

const read = (path) => readFileSync(join(ROOT, path), 'utf8')
const { version } = JSON.parse(read('package.json'))
console.log(JSON.stringify(makeSbom(parse(read('pnpm-lock.yaml')), { version }), undefined, 2))
