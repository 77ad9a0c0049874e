import { deviceOf } from '#contract/devices/device-name.ts'
import type { Origin } from '#server/platform/audit.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { shortenIp } from '#server/platform/ip.ts'

export function originOf({ ip, userAgent }: Pick<Visitor, 'ip' | 'userAgent'>): Origin {
  return { ip: shortenIp(ip), device: deviceOf(userAgent) }
}
