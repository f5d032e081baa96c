// Writes what is made of the declared settings and metrics anew: part of `pnpm docs`.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GENERATED, makeFile } from './files.ts'
import { ROOT } from './root.ts'

for (const path of GENERATED) {
  const { standing, made } = await makeFile(path)
  if (made === standing) continue
  writeFileSync(join(ROOT, path), made)
  console.log(`${path} is written anew.`)
}
