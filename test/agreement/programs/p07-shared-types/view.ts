import type { Pod, Volume } from './types'

export const lineOf = ({ name, imageName, containerDiskInGb }: Pod): string =>
  `${name}: ${imageName} on ${containerDiskInGb} GB`

export function stateOf(pod: Pod): string {
  switch (pod.desiredStatus) {
    case 'RUNNING':
      return 'up'
    case 'EXITED':
      return 'down'
    default:
      return 'gone'
  }
}

export const placeOf = (volume: Volume): string => `${volume.size} GB in ${volume.dataCenterId}`
