export interface Pod {
  id: string
  name: string
  desiredStatus: string
  imageName: string
  containerDiskInGb: number
}

export interface Volume {
  id: string
  name: string
  size: number
  dataCenterId: string
}
