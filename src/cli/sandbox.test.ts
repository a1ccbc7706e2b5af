import { describe, expect, test } from 'vitest'
import { sandboxArguments, sandboxCommand } from './sandbox.ts'
import { UsageError } from './usage.ts'

describe('the options of upshift sandbox', () => {
  test('have defaults', () => {
    expect(sandboxArguments([], {})).toEqual({
      port: 8789,
      host: '127.0.0.1',
      handler: undefined,
      data: undefined,
      capabilities: [],
    })
  })

  test('come before the environment, which comes before the defaults', () => {
    const environment = {
      UPSHIFT_SANDBOX_PORT: '1',
      UPSHIFT_SANDBOX_HOST: '::1',
      UPSHIFT_SANDBOX_DATA: 'd',
      UPSHIFT_SANDBOX_CAPABILITIES: 'cursors, secrets',
    }
    expect(sandboxArguments([], environment)).toMatchObject({
      port: 1,
      host: '::1',
      data: 'd',
      capabilities: ['cursors', 'secrets'],
    })
    const argv = ['--port=0', '--host', 'localhost', '--capability', 'secrets']
    expect(sandboxArguments(argv, environment)).toMatchObject({
      port: 0,
      host: 'localhost',
      capabilities: ['secrets'],
    })
  })

  test.each([
    [['--port', 'x'], '--port must be a port from 0 to 65535, not "x"'],
    [['--port', '70000'], '--port must be'],
    [['--capability', 'speed'], '--capability "speed" is not one of secrets, cursors'],
    [['--prot', '1'], "'--prot'"],
    [['extra'], "'extra'"],
  ])('%j is a usage error', (argv, message) => {
    expect(() => sandboxArguments(argv, {})).toThrow(UsageError)
    expect(() => sandboxArguments(argv, {})).toThrow(message)
  })

  test('a handler that is not there ends with 2 before anything listens', async () => {
    expect(await sandboxCommand(['--handler', './no-such-file.js'])).toBe(2)
    expect(await sandboxCommand(['--port', '-1'])).toBe(2)
  })
})
