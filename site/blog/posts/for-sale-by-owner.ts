import type { Post } from '../post.ts'

export const forSaleByOwner: Post = {
  slug: 'for-sale-by-owner-call-to-help',
  title: 'For sale by owner: call to help, not to list',
  published: '2026-10-15',
  summary:
    'Owners who sell on their own expect a pitch. Offer one useful thing each week, and be the agent they know when the sign comes down.',
  paragraphs: [
    'Someone who has put a sign in the yard has made a decision, and the fastest way to be hung up on is to argue with it. You will not talk an owner out of selling alone in week one. You can, however, be the only caller who was of any use in week one.',
    'So call with something in your hand. Three recent sales on the same side of the highway. The disclosure form that buyers’ lenders ask for. The name of a photographer who works on Saturdays. Ask one question about the house, hand over the useful thing and say when you will call again. Then call again at exactly that time, which is more than most people in their lives have done that week.',
    'From the third call on, ask how the showings went, and listen for the two sentences that matter. One is about money: “People keep offering less.” The other is about time: “My wife is tired of keeping the kitchen clean.” When you hear either of them, do not pounce. Say what you would do about it, in two sentences, and offer to come by and show them the numbers.',
    'Some will sell on their own. Congratulate them. They are about to buy another house, they have neighbors who ask how it went, and you are the agent who helped for nothing. In a neighborhood that is not a lost lead. It is the beginning of a farm.',
  ],
  practice: [
    'Choose the one useful thing you will give away this week, and have it ready as an email.',
    'End every first call with the day and the hour of the second.',
    'Listen for money or time, and write down the owner’s own words.',
  ],
}
