import fc from 'fast-check'

/**
 * The same cases at every run: what fails can be repeated, and whether a change lands is no matter of luck. Other
 * cases: PROPERTY_SEED=<number> npm test -- vitest.
 */
const { PROPERTY_SEED: seed = '20261115' } = process.env
fc.configureGlobal({ seed: Number(seed) })

export { fc }
