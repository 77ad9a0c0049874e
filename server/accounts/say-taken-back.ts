import { waysBack } from '#contract/accounts/ways-back.ts'
import type { TakenBack, WayBackName } from '#contract/features/not-me.ts'
import { formatList } from '#contract/wire/format-list.ts'

export function sayTakenBack(
  { removed, removesMore, stillInvited, changes, hasMoreChanges }: TakenBack,
  words: { stillInvited: string; changes: string },
): string[] {
  return [
    ...(removed.length > 0
      ? [
          `We removed the people who were invited in your name: ${formatList(removesMore ? [...removed, 'others'] : removed)}. If you know them, invite them again.`,
        ]
      : []),
    ...(stillInvited.length > 0
      ? [`${words.stillInvited}: ${formatList(stillInvited)}. Remove anyone you do not know.`]
      : []),
    ...(changes.length > 0 ? [`${words.changes}:`] : []),
    ...changes.map(({ texts }) => `${texts.join('. ')}.`),
    ...(hasMoreChanges ? ['There is more: the Activity page lists everything.'] : []),
  ]
}

/** People first: it is also where somebody is invited again or removed. */
export function waysBackFrom(
  { removed, stillInvited, changes }: TakenBack,
  publicUrl: string,
): { label: string; url: string }[] {
  const names = new Set<WayBackName>(changes.map(({ wayBack }) => wayBack))
  if (removed.length + stillInvited.length > 0) names.add('people')
  return (Object.keys(waysBack) as WayBackName[])
    .filter((name) => names.has(name))
    .map((name) => ({ label: waysBack[name].label, url: `${publicUrl}${waysBack[name].path}` }))
}
