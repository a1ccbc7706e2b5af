/**
 * What the legacy host still has to answer: identity and money, secrets, interruptible pods, the catalog, and what has no
 * REST v2 twin. Everything else it does not know, as the proxy must never send it.
 */
export const typeDefinitions = /* GraphQL */ `
  scalar Void
  scalar DateTime
  enum CloudTypeEnum { ALL SECURE COMMUNITY }
  enum PodStatus { CREATED RUNNING RESTARTING EXITED PAUSED DEAD TERMINATED }

  type Query {
    myself: User
    gpuTypes(input: GpuTypeFilter): [GpuType]!
    dataCenters: [DataCenter]
    cpuTypes: [CpuType]
    cpuFlavors(input: CpuFlavorInput): [CpuFlavor]
    countryCodes: [String]
  }

  type Mutation {
    secretCreate(input: SecretCreateInput): Secret
    secretDelete(id: ID): Void
    podRentInterruptable(input: PodRentInterruptableInput): Pod
    podBidResume(input: PodBidResumeInput): Pod
    updateRegistryAuth(input: UpdateRegistryAuthInput): ContainerRegistryAuth
    updateUserSettings(input: UpdateUserSettingsInput): User
  }

  type User {
    id: String
    email: String
    authId: String
    pubKey: String
    clientBalance: Float
    currentSpendPerHr: Float
    clientLifetimeSpend: Float
    spendLimit: Int
    spendDetails: SpendDetails
    minBalance: Float
    underBalance: Boolean
    notifyPodsStale: Boolean
    notifyPodsGeneral: Boolean
    notifyLowBalance: Boolean
    serverlessDiscount: Discount
    secrets: [Secret!]!
  }

  type SpendDetails { localStoragePerHour: Float networkStoragePerHour: Float gpuComputePerHour: Float }
  type Discount { userId: String type: String discountFactor: Float expirationDate: DateTime }
  type Secret { id: ID! name: String! description: String createdAt: DateTime lastUpdatedAt: DateTime }

  type Pod {
    id: String!
    name: String!
    imageName: String!
    desiredStatus: PodStatus!
    costPerHr: Float!
    adjustedCostPerHr: Float!
    containerDiskInGb: Int!
    volumeInGb: Float
    volumeMountPath: String
    gpuCount: Int!
    dockerArgs: String
    ports: String
    env: [String]
    podType: String
    machineId: String!
    machine: PodMachineInfo!
    templateId: String
    networkVolumeId: String
    createdAt: DateTime!
  }
  type PodMachineInfo {
    id: String!
    podHostId: String
    gpuTypeId: String!
    gpuDisplayName: String
    dataCenterId: String
    location: String!
    secureCloud: Boolean
  }

  type GpuType {
    id: String!
    displayName: String
    manufacturer: String
    memoryInGb: Int
    cudaCores: Int
    secureCloud: Boolean
    communityCloud: Boolean
    securePrice: Float
    communityPrice: Float
    oneWeekPrice: Float
    oneMonthPrice: Float
    threeMonthPrice: Float
    sixMonthPrice: Float
    communitySpotPrice: Float
    secureSpotPrice: Float
    clusterPrice: Float
    maxGpuCount: Int
    maxGpuCountSecureCloud: Int
    maxGpuCountCommunityCloud: Int
    minPodGpuCount: Int
    throttled: Boolean
    lowestPrice(input: GpuLowestPriceInput): LowestPrice
    gpuTypeCudaVersions: [GpuTypeCudaVersion]
    nodeGroupDatacenters: [DataCenter]
  }
  type GpuTypeCudaVersion { cudaVersion: String availability: String }
  type LowestPrice {
    gpuName: String
    gpuTypeId: String
    minimumBidPrice: Float
    uninterruptablePrice: Float
    stockStatus: String
    minVcpu: Int
    minMemory: Int
    minDisk: Int
    minDownload: Int
    minUpload: Int
    countryCode: String
    supportPublicIp: Boolean
    compliance: [String]
    availableGpuCounts: [Int]
    maxUnreservedGpuCount: Int
    maxGpuCount: Int
    rentedCount: Int
    totalCount: Int
    rentalPercentage: Float
  }
  type DataCenter {
    id: String
    name: String
    location: String
    listed: Boolean
    globalNetwork: Boolean
    storageSupport: Boolean
    s3apiEnabled: Boolean
    compliance: [String]
    gpuAvailability(input: GpuAvailabilityInput): [GpuAvailability]
  }
  type GpuAvailability {
    id: String
    gpuTypeId: String!
    displayName: String
    gpuTypeDisplayName: String
    stockStatus: String
    available: Boolean
  }
  type CpuType { id: String displayName: String manufacturer: String cores: Int threadsPerCore: Int groupId: String }
  type CpuFlavor {
    id: String
    groupId: String
    groupName: String
    displayName: String
    minVcpu: Float
    maxVcpu: Int
    vcpuBurstable: Boolean
    ramMultiplier: Float
    diskLimitPerVcpu: Int
    specifics(input: SpecificsInput): Specifics
  }
  type Specifics { stockStatus: String securePrice: Float slsPrice: Float }
  type ContainerRegistryAuth { id: String name: String userId: String registryAuth: String }

  input GpuTypeFilter { id: String ids: [String] cluster: Boolean }
  input GpuLowestPriceInput {
    gpuCount: Int
    secureCloud: Boolean
    dataCenterId: String
    countryCode: String
    includeAiApi: Boolean
    minVcpuCount: Int
    minMemoryInGb: Int
    minDisk: Int
    minDownload: Int
    minUpload: Int
    totalDisk: Int
    supportPublicIp: Boolean
    cudaVersion: String
    minCudaVersion: String
    allowedCudaVersions: [String]
    compliance: [String]
  }
  input GpuAvailabilityInput {
    gpuCount: Int
    secureCloud: Boolean
    minDisk: Int
    minMemoryInGb: Int
    minVcpuCount: Int
    allowedCudaVersions: [String]
    includeAiApi: Boolean
  }
  input CpuFlavorInput { id: String }
  input SpecificsInput { dataCenterId: String instanceId: String }
  input EnvironmentVariableInput { key: String! value: String! }
  input SecretCreateInput { name: String! value: String! description: String }
  input UpdateRegistryAuthInput { id: String! username: String! password: String! }
  input UpdateUserSettingsInput { pubKey: String notifyPodsStale: Boolean notifyPodsGeneral: Boolean notifyLowBalance: Boolean }
  input PodBidResumeInput { podId: String! gpuCount: Int! bidPerGpu: Float! }
  input PodRentInterruptableInput {
    bidPerGpu: Float
    cloudType: CloudTypeEnum
    name: String
    imageName: String
    gpuTypeId: String
    gpuCount: Int
    templateId: String
    containerDiskInGb: Int
    containerRegistryAuthId: String
    volumeInGb: Int
    volumeMountPath: String
    ports: String
    dockerArgs: String
    dataCenterId: String
    countryCode: String
    networkVolumeId: String
    minVcpuCount: Int
    minMemoryInGb: Int
    startSsh: Boolean
    supportPublicIp: Boolean
    env: [EnvironmentVariableInput]
  }
`
