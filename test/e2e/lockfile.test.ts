import { expect, test } from 'vitest'
import lock from '../../package-lock.json' with { type: 'json' }

interface Package {
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

test('the lock file holds the packages of every platform, or npm ci refuses it', () => {
  const packages = lock.packages as Readonly<Record<string, Package>>
  const names = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)))
  const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  )
  expect(wanted.filter((name) => !names.has(name))).toEqual([])
})
