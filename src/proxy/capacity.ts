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
