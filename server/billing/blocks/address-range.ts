import { isIPv4 } from 'node:net'
import { normalizeIp } from '#server/platform/ip.ts'

/** A larger range would block too many people at once. */
const LARGEST = { v4: 8, v6: 16 } as const

/**
 * The canonical form of an IP address or range such as `192.0.2.0/24`, or undefined. An IPv6 address alone
 * means its /64, which one household or server usually has to itself.
 */
export function normalizeRange(text: string): string | undefined {
  const [start = '', length, ...more] = text.trim().split('/')
  const ip = normalizeIp(start)
  if (!ip || more.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length))) return undefined
  const { bits, largest } = sizeOf(ip)
  const prefix = length === undefined ? (isIPv4(ip) ? bits : 64) : Number(length)
  return prefix < largest || prefix > bits ? undefined : rangeOf(ip, prefix)
}

/** Every range that contains the IP, from the IP itself to the largest that can be blocked. */
export function rangesAround(ip: string): string[] {
  const canonicalIp = normalizeIp(ip)
  if (!canonicalIp) return []
  const { bits, largest } = sizeOf(canonicalIp)
  return Array.from({ length: bits - largest + 1 }, (_, step) => rangeOf(canonicalIp, bits - step))
}

function sizeOf(ip: string) {
  return isIPv4(ip) ? { bits: 32, largest: LARGEST.v4 } : { bits: 128, largest: LARGEST.v6 }
}

function rangeOf(ip: string, prefix: number): string {
  const { bits } = sizeOf(ip)
  const rest = BigInt(bits - prefix)
  const first = textOf((numberOf(ip) >> rest) << rest, bits)
  return prefix === bits ? first : `${first}/${prefix}`
}

function numberOf(ip: string): bigint {
  if (isIPv4(ip)) return ip.split('.').reduce((sum, part) => (sum << 8n) + BigInt(part), 0n)
  const [head = '', tail] = ip.split('::')
  const read = (part: string) => (part === '' ? [] : part.split(':'))
  const [before, after] = [read(head), read(tail ?? '')]
  const zeros = Array(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after].reduce((sum, group) => (sum << 16n) + BigInt(`0x${group}`), 0n)
}

function textOf(number: bigint, bits: number): string {
  const size = bits === 32 ? 8 : 16
  const parts = Array.from({ length: bits / size }, (_, index) =>
    Number((number >> BigInt(bits - size * (index + 1))) & BigInt(2 ** size - 1)),
  )
  if (bits === 32) return parts.join('.')
  const groups = parts.map((group) => group.toString(16)).join(':')
  return normalizeIp(groups) ?? groups
}
