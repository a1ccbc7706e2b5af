type Input = Readonly<Record<string, unknown>>

/** The clouds that a deploy is tried in. */
export const cloudsFor = (cloudType: unknown): readonly string[] =>
  cloudType === 'SECURE' || cloudType === 'COMMUNITY' ? [cloudType] : ['SECURE', 'COMMUNITY']

/** A deploy for each cloud that it may be in. */
export const inEachCloud = (input: Input): Input[] =>
  cloudsFor(input.cloudType).map((cloudType) => ({ ...input, cloudType }))

/** v2 takes one rule for CUDA; versions that are said are the more exact one. */
export const exactCuda = ({ minCudaVersion, ...input }: Input): Input => {
  const versions = Array.isArray(input.allowedCudaVersions) ? input.allowedCudaVersions : []
  const isExact = versions.length > 0 || Boolean(input.cudaVersion)
  return isExact || minCudaVersion === undefined ? input : { ...input, minCudaVersion }
}

/** A deploy for each GPU type and cloud that was asked for. */
export const deployChoices = ({ gpuTypeIdList, ...input }: Input): Input[] => {
  const listed = Array.isArray(gpuTypeIdList) ? gpuTypeIdList.filter(Boolean) : []
  const types: readonly unknown[] = listed.length > 0 ? listed : [input.gpuTypeId]
  return types.flatMap((gpuTypeId) => inEachCloud(exactCuda({ ...input, gpuTypeId })))
}
