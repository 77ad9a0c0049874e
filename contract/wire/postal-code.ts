const CANADIAN = /^([a-z]\d[a-z])[ -]?(\d[a-z]\d)$/i

/**
 * A Canadian code as Canada Post writes it, on bills and to the bank: k1a0b6 is K1A 0B6. Others stay
 * unchanged.
 */
export function tidyPostalCode(value: string): string {
  return value.replace(CANADIAN, (_, area: string, unit: string) => `${area} ${unit}`.toUpperCase())
}
