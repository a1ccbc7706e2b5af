import { expect, test } from 'vitest'
import { auditText } from '../audit-text.ts'
import { loadVocabulary } from '../load-vocabulary.ts'

test('an attribute of Terraform is the provider’s word, a body in it the wire’s', async () => {
  const text = `provider "x" {
  uri = "https://rest.runpod.io/v1"
}
resource "x_pod" "a" {
  container_disk_in_gb = 20
  data                 = jsonencode({ containerDiskInGb = 20 })
}
`
  const { drafts } = auditText('main.tf', text, await loadVocabulary())
  const said = drafts.filter(({ rule }) => rule.endsWith('containerDiskInGb')).map(({ why }) => why)
  expect(said).toEqual([
    'a provider or module calls it so and sends the old name: take a release of it that speaks REST v2',
    expect.stringContaining('v2 calls it `disk`'),
  ])
})
