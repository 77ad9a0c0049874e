import type { Post } from '../post.ts'

export const preForeclosure: Post = {
  slug: 'pre-foreclosure-calls-with-care',
  title: 'Pre-foreclosure calls, with care',
  published: '2026-09-08',
  summary:
    'Behind each of these records is a hard month. How to be the call that helped, whether or not a house is sold.',
  paragraphs: [
    'Every list has a temperature, and this one is raw. Behind each record is a letter on a kitchen table and, often, a family that has not talked about it yet. If you call this list like any other, you will be hated, and you will deserve it. If you call it well, you may be the most useful stranger of somebody’s year.',
    'Begin with permission, and never with the word foreclosure. “I help owners who have had a letter from their lender to see all their options, including staying. Is this a bad moment to talk for two minutes?” Including staying is the heart of it. You must know the options that do not pay you: the lender’s hardship desk, the free housing counselors in your state, the dates by which each of them has to be called.',
    'Ask what they would like to happen. Some want to keep the house and need a phone number. Some want to leave without shame and need time. A few have equity they do not know about and are six weeks away from losing it, and for them a plain conversation about selling is the kindest thing that you can offer. You cannot tell which from the record. You can only ask, and then be quiet.',
    'Take no for an answer the first time. Check every number against the Do Not Call registry, call at decent hours, and leave no details on a machine that a child may play. People remember for decades who called in that month, and how they sounded.',
  ],
  practice: [
    'Write down three options that earn you nothing, each with a phone number, and keep them in sight.',
    'Say who you are and ask for two minutes before you mention the house.',
    'Leave only a name and a number on machines, never the reason.',
  ],
}
