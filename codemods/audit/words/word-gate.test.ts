import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordGate } from './word-gate.ts'

const gate = wordGate([
  { word: 'runpod', mask: 1 },
  { word: 'containerDiskInGb', mask: 2 },
  { word: 'diskInGb', mask: 4 },
  { word: '/pods', mask: 8 },
])
const scan = (text: string) => gate.scan(Buffer.from(text))

test.each([
  ['https://REST.RunPod.io/v1', 1],
  ['container_disk_in_gb', 6],
  ['CONTAINER-DISK-IN-GB', 6],
  ['ContainerDiskInGB', 6],
  ['volumeDiskInGb', 4],
  ['api + "/pods"', 8],
  ['run pod', 0],
  ['"run" + "pod"', 0],
])('%s', (text, mask) => expect(scan(text)).toBe(mask))

test('agrees with a plain search over folded text', () => {
  const words = ['ab', 'abc', 'bca', 'c/', 'aab']
  const plain = wordGate(words.map((word, index) => ({ word, mask: 1 << index })))
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'abcABC_-/ é'), maxLength: 40 }), (text) => {
      const folded = text.toLowerCase().replace(/[_-]/g, '')
      const expected = words.reduce((mask, word, index) => mask | (folded.includes(word) ? 1 << index : 0), 0)
      expect(plain.scan(Buffer.from(text))).toBe(expected)
    }),
  )
})
