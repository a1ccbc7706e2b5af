import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'

const require = createRequire(import.meta.url)

/** The API's own schemas are large, so they are no dependency: `npm install --no-save` brings them. */
const has = (name: string): boolean => {
  try {
    require.resolve(name)
    return true
  } catch {
    return false
  }
}
const validators = has('kubernetes-models') && has('@kubernetes-models/prometheus-operator')

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec?: Record<string, unknown>
}
interface Model {
  new (manifest: Manifest): { validate: () => void }
}

const file = new URL('../../deploy/kubernetes/upshift.yaml', import.meta.url)
const manifests = parseAllDocuments(readFileSync(file, 'utf8')).map((one) => one.toJS() as Manifest)

/** `apps/v1` Deployment -> the generated class that knows its schema. */
const modelOf = ({ apiVersion, kind }: Manifest): Model => {
  const home = apiVersion.startsWith('monitoring.coreos.com')
    ? '@kubernetes-models/prometheus-operator'
    : 'kubernetes-models'
  return (require(`${home}/${apiVersion}/${kind}`) as Record<string, Model>)[kind] as Model
}

describe.skipIf(!validators)(
  `Kubernetes manifests${validators ? '' : ' (NOT RUN: kubernetes-models is not installed)'}`,
  () => {
    test.each(manifests.map((one) => [`${one.kind} ${one.metadata.name}`, one] as const))(
      '%s fits its schema',
      (_name, one) => {
        const Model = modelOf(one)
        expect(() => new Model(one).validate()).not.toThrow()
      },
    )

    test('the validator does refuse what is wrong', () => {
      const broken = {
        ...(manifests.find(({ kind }) => kind === 'Deployment') as Manifest),
        spec: { replicas: 'two' },
      }
      const Model = modelOf(broken)
      expect(() => new Model(broken).validate()).toThrow()
    })
  },
)

test('every kind an operator needs is there', () => {
  const kinds = manifests.map(({ kind }) => kind)
  expect(kinds).toEqual(
    expect.arrayContaining([
      'Deployment',
      'HorizontalPodAutoscaler',
      'PodDisruptionBudget',
      'NetworkPolicy',
      'ServiceMonitor',
    ]),
  )
})
