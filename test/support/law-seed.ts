import { configureGlobal } from 'fast-check'

/**
 * Laws draw the same cases in every run of the tests, so that what is red was made red by the change at hand (ADR 21).
 * `UPSHIFT_LAW_SEED=any` draws new ones each time, a number draws those of that number.
 */
const said = process.env.UPSHIFT_LAW_SEED ?? '20261115'
if (said !== 'any') configureGlobal({ seed: Number(said) })
