import * as z from 'zod'
import { Cloud } from '../../../mappings/schemas/v2/compute.ts'
import type { Account } from '../account.ts'
import { badRequest, notFound } from '../http/problem.ts'
import { bringDown } from '../pods/act-on-pod.ts'
import { type Hook, hook } from './hook-routes.ts'

/** `gpu` is a GPU type's id, `cpu` a flavor's; `count` the GPUs or vCPUs there are in each place that matches. */
const Capacity = z.strictObject({
  gpu: z.string().optional(),
  cpu: z.string().optional(),
  cloud: Cloud.optional(),
  dataCenter: z.string().optional(),
  count: z.int().min(0),
})

const setCapacity = (
  { stock }: Account,
  { gpu, cpu, cloud, dataCenter, count }: z.infer<typeof Capacity>,
) => {
  const id = gpu ?? cpu
  if (id === undefined) throw badRequest('name a gpu or a cpu')
  const match = { id, ...(cloud && { cloud }), ...(dataCenter && { dataCenterId: dataCenter }) }
  const places = stock.set(match, count)
  if (places === 0) throw badRequest('nothing in the catalog matches')
  return { places }
}

const Charged = z.strictObject({
  amount: z.number().min(0),
  /** Milliseconds of the sandbox's clock before now. */
  agoMs: z.int().min(0).optional(),
})

const MS_PER_HOUR = 3_600_000
const A_MINUTE = 60_000

/** Calls of public endpoints are no part of the sandbox; their bill can still be tested. */
const chargeEndpoint = ({ ledger, pods }: Account, { amount, agoMs = 0 }: z.infer<typeof Charged>): void => {
  const to = pods.clock.now() - agoMs
  const rate = (amount * MS_PER_HOUR) / A_MINUTE
  ledger.add({ family: 'endpoint', resourceId: 'public', component: 'use', rate, from: to - A_MINUTE, to })
}

/** The switches about the account: capacity, money, a pod's end. */
export const accountHooks = (account: Account): Hook[] => [
  hook(
    'PUT',
    '/capacity',
    'how many there are: {"gpu"|"cpu":"<id>","cloud","dataCenter","count":0}, everywhere the rest is left out',
    Capacity,
    (body) => setCapacity(account, body),
  ),
  hook(
    'PUT',
    '/balance',
    'what the account has left: {"amount":0} makes creates answer 402',
    z.strictObject({ amount: z.number() }),
    ({ amount }) => account.wallet.setBalance(amount),
  ),
  hook(
    'PUT',
    '/pods/:id',
    'ends a pod from outside: {"status":"ERROR"|"EXITED"}',
    z.strictObject({ status: z.enum(['ERROR', 'EXITED']) }),
    ({ status }, { id = '' }) => {
      const pod = account.pods.table.get(id)
      if (!pod) throw notFound('pod')
      bringDown(account.pods, pod, status)
    },
  ),
  hook(
    'POST',
    '/endpoint-charges',
    'bills a call of a public endpoint: {"amount":0.01,"agoMs":0}',
    Charged,
    (body) => chargeEndpoint(account, body),
  ),
]
