import { expect, test } from 'vitest'
import { hostProfiles } from '../../mappings/hosts.ts'
import { upstreamsIn } from './addresses.ts'

const service = hostProfiles.runpod.is
const urlsIn = (environment: Parameters<typeof upstreamsIn>[0]) =>
  Object.values(upstreamsIn(environment, service)).map(({ origin, path }) => origin + path)
const own = ['http://here:1', 'http://here:1', 'http://here:1/graphql']
const theirs = urlsIn({})

test('a variable that is empty is not set', () => {
  expect(urlsIn({ UPSHIFT_V2_URL: '', UPSHIFT_QUEUE_URL: '', UPSHIFT_GRAPHQL_URL: '' })).toEqual(theirs)
})

test('who names only his own v2 sends nothing to a service that he did not name', () => {
  expect(urlsIn({ UPSHIFT_V2_URL: 'http://here:1' })).toEqual(own)
  expect(urlsIn({ UPSHIFT_V2_URL: 'http://here:1/v2/' }), 'with or without the version').toEqual(own)
})

test('what is no address is named by its variable, and not repeated', () => {
  for (const text of ['canary', 'ftp://canary', 'https://user:canary@here', 'https://here?api_key=canary']) {
    const reading = () => upstreamsIn({ UPSHIFT_GRAPHQL_URL: text }, service)
    expect(reading).toThrow(/^UPSHIFT_GRAPHQL_URL must /)
    expect(reading).not.toThrow(/canary/)
  }
})
