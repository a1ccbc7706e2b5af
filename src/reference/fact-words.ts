import { alternatives, type Fact, type Facts, present } from '../../mappings/dsl/facts.ts'

const factWords = (path: string, fact: Fact): string => {
  const words = alternatives(fact).map((one) => {
    if (typeof one === 'symbol') return one === present ? 'given' : 'left out'
    return JSON.stringify(one)
  })
  return `${path} is ${words.join(' or ')}`
}

/** What a case asks of one side, as a sentence's part: `cpu is given, and gpu is left out`. */
export const factsWords = (facts: Facts): string =>
  Object.entries(facts)
    .map(([path, fact]) => factWords(path, fact))
    .join(', and ')
