import { DEPLOYED } from '../../infra/deployments.ts'
import { fillPart } from './fill-part.ts'

/** A Dockerfile with what the image gives to settings. */
export function imageSettings(image: 'node' | 'browser'): (file: string) => string {
  const given = Object.entries(DEPLOYED).flatMap(([name, { image: own }]) =>
    own?.of === image ? [`${name}=${'fixed' in own ? own.fixed : own.default}`] : [],
  )
  return (file) => fillPart(file, [`ENV ${given.join(' ')}`])
}
