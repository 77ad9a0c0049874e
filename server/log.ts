import { pino } from 'pino'
import type { Config } from './config.ts'

/** Lists of allowed fields, never bodies. What slips in under these names is struck out all the same. */
const secretKeys = [
  'password',
  'password2',
  'password_confirm',
  'number',
  'cvv',
  'token',
  'secret',
  'cookie',
  'authorization',
]

export function openLog({ logLevel }: Pick<Config, 'logLevel'>) {
  return pino({
    level: logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: [...secretKeys, ...secretKeys.map((key) => `*.${key}`)], censor: 'struck out' },
    formatters: { level: (label) => ({ level: label }) },
  })
}
