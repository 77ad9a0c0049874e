import type { Option } from './options.ts'

/** Every country that a card may come from, by its two letters; the two that we sell to come first. */
const codes =
  'US CA AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CC CD CF CG CH CI CK CL CM CN CO CR CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RW SA SB SC SE SG SH SI SJ SK SL SM SN SR SS ST SV SX SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'

/** Named by the platform, so that no list of names has to be kept. */
export function listCountries(): Option[] {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  const [us, ca, ...others] = codes
    .split(' ')
    .map((value) => ({ value, displayValue: names.of(value) ?? value }))
  const sorted = others.toSorted((one, other) => one.displayValue.localeCompare(other.displayValue, 'en'))
  return [us, ca, ...sorted].filter((country) => country !== undefined)
}

export function nameOfCountry(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code) : code
}
