import { capacityRefusal } from '../../mappings/hosts.ts'
import { readProblem } from '../upstream/problem.ts'

const { status: REFUSED, detail: NO_INSTANCES } = capacityRefusal.is

/** Whether an answer says that there is no capacity for what was asked. */
export const isCapacityRefusal = ({
  status,
  body,
}: {
  readonly status: number
  readonly body: string
}): boolean =>
  status === REFUSED && NO_INSTANCES.test(readProblem({ status, body, headers: {} })?.detail ?? '')

const LEVELS = ['HIGH', 'MEDIUM', 'LOW', 'NONE']

/** Orders choices by what the catalog has in stock; those it does not list come last, equals keep their order. */
export const byStock = (choices: readonly string[], catalog: readonly unknown[]): string[] => {
  const rank = new Map(
    (catalog as { id?: string; availability?: string }[]).map(({ id, availability }) => [
      id,
      LEVELS.indexOf(availability ?? 'NONE'),
    ]),
  )
  return [...choices].sort((a, b) => (rank.get(a) ?? LEVELS.length) - (rank.get(b) ?? LEVELS.length))
}
