export * from './answers.ts'
export * from './request.ts'
