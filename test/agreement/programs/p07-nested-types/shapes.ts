/** What the program reads of an endpoint. */
export interface Endpoint {
  id: string
  name: string
  workersMin: number
  workersMax: number
  idleTimeout?: number
}
