import fc from 'fast-check'

/**
 * A fixed seed, so that failures can be repeated and no run depends on chance. For other cases:
 * PROPERTY_SEED=<number> npm test -- vitest.
 */
const { PROPERTY_SEED: seed = '20261115' } = process.env
fc.configureGlobal({ seed: Number(seed) })

export { fc }
