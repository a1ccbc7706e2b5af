export * from './templates.ts'
