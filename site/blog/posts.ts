import type { Post } from './post.ts'
import { callBlock } from './posts/call-block.ts'
import { expiredOpeners } from './posts/expired-openers.ts'
import { firstTenSeconds } from './posts/first-ten-seconds.ts'
import { followUp } from './posts/follow-up.ts'
import { forSaleByOwner } from './posts/for-sale-by-owner.ts'
import { numbers } from './posts/numbers.ts'
import { preForeclosure } from './posts/pre-foreclosure.ts'
import { voicemail } from './posts/voicemail.ts'

/** Newest first. */
export const posts: readonly Post[] = [
  expiredOpeners,
  callBlock,
  firstTenSeconds,
  forSaleByOwner,
  voicemail,
  followUp,
  preForeclosure,
  numbers,
].sort((one, other) => other.published.localeCompare(one.published))

export function findPost(path: string): Post | undefined {
  const slug = path.split('/').at(-2)
  return posts.find((post) => post.slug === slug)
}
