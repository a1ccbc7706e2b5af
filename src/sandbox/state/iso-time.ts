/** An instant as v2 writes it: RFC 3339 in UTC. @param instant epoch milliseconds */
export const isoTime = (instant: number): string => new Date(instant).toISOString().replace('.000Z', 'Z')
