import type { EndpointSettings } from '../queue/endpoint-settings.ts'
import type { Table } from '../state/table.ts'
import type { EndpointRecord } from './endpoint-record.ts'

/** What the job queue needs of an endpoint; load balancers have no queue. */
export const queueSettings =
  (table: Table<EndpointRecord>) =>
  (id: string): EndpointSettings | undefined => {
    const record = table.get(id)
    if (record?.type !== 'QUEUE') return undefined
    const { name, workers, timeout, scaling } = record.settings
    return {
      name,
      workersMin: workers.min,
      workersMax: workers.max,
      // An endpoint that scales on requests has no idle timeout of its own: its workers go at once
      idleTimeout: workers.idleTimeout ?? 1,
      executionTimeout: timeout,
      scaling,
    }
  }
