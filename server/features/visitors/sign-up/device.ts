import { cutTo, oneLine } from '#contract/wire/plain-text.ts'

/** The device id from our own agent's payload. Anyone may send garbage, which yields no device. */
export function deviceIn(fingerprint: string): string {
  try {
    const { device } = JSON.parse(Buffer.from(fingerprint, 'base64').toString('utf8')) as { device?: unknown }
    return typeof device === 'string' ? oneLine(cutTo(device, 100)) : ''
  } catch {
    return ''
  }
}
