export * from './container.ts'
export * from './mounts.ts'
export * from './templates.ts'
