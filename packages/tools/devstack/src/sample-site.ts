import { startTargetSite, type TargetSite } from '@gleaner/target-site/site'
import { isPortFree } from './port.ts'

/** The website to practise on: on the port after the API's when that is free, so that its addresses stay the same. */
export async function startSampleSite(apiPort: number): Promise<TargetSite> {
  const wished = apiPort + 1
  const isFree = wished <= 65_535 && (await isPortFree(wished))
  return startTargetSite({ port: isFree ? wished : 0 })
}
