/** A post as plain text with typographic quotes. The feed converts it to HTML. */
export type Post = {
  slug: string
  title: string
  /** The publication date, as 2026-11-09. */
  published: string
  summary: string
  paragraphs: string[]
  /** Three things to do in the next session, for the panel next to the post. */
  practice: string[]
}

/** Newest first. */
export const posts: readonly Post[] = (
  [
    {
      slug: 'five-openers-for-expired-listings',
      title: 'Five openers that keep an expired seller on the line',
      published: '2026-11-09',
      summary:
        'Expired sellers hear a dozen agents before breakfast. What the ones who get the appointment say first, and what they leave out.',
      paragraphs: [
        'A seller whose listing ran out at midnight has heard a dozen agents before breakfast. Most of them ask the same thing: are you still interested in selling? It is an easy question to say no to, and then the call is over. The agents who leave with an appointment begin somewhere else. In one sentence they show that they have looked at this house, and then they ask for something small.',
        'The first opener names the house: “I’m calling about the brick colonial on Maple, the one with the new kitchen.” The second names the calendar: “It came off the market yesterday, and I wondered what you had planned for the spring.” Both prove that you are not reading down a list of two hundred, and neither can be answered with a plain no.',
        'The third asks about the months behind instead of the months ahead: “What did people say when they walked through?” Most sellers have been waiting for somebody to ask. The fourth admits the obvious: “I’m probably the ninth agent today, so let me be quick & useful.” People are kind to callers who know how the morning has been.',
        'The fifth is for the seller who is angry, and it costs you nothing: “You did your part. The house was clean and the pictures were good. May I tell you the one thing I would have done differently?” Tell them that one thing, only that, and stop. If it was worth hearing, they will ask for the second, and the second is what appointments are for.',
        'Leave out your rank, your brokerage and the number of homes you closed last year. Nobody has ever stayed on the line for an award. Say your name, say the street, ask the question. Then let the silence do its work: the first one to fill it should be the person who owns the house.',
      ],
      practice: [
        'Before you dial, write one true detail beside each of your first twenty expireds.',
        'Use one opener for the whole hour, and count how many sellers answer with a sentence.',
        'After your question, wait three full seconds before you speak again.',
      ],
    },
    {
      slug: 'plan-a-two-hour-calling-block',
      title: 'How to plan a two-hour calling block',
      published: '2026-11-02',
      summary:
        'Three hundred dials an hour only pay when the list is ready. A simple order of work for the night before and the five minutes before.',
      paragraphs: [
        'Three hundred dials an hour only pay when there is something to dial. The block is won the evening before: choose one list, one script and one thing that you will ask for. A morning that starts with sorting records ends with eleven calls & a feeling of having been busy.',
        'Give the list an order. Yesterday’s call-backs come first, because they are promises. Then the newest records, because nobody else has reached them yet. Then the ones you have tried before, at a different hour from the last time. If you run out before the two hours are over, you have found out something useful about your list; if you never reach the end, you have found out something about its size.',
        'Five minutes before you start, close everything that can ring, blink or chime. Put water on the desk and stand up if you can, because a standing voice carries further. Read your opening aloud twice. It will sound foolish to the empty room and natural to the first person who answers.',
        'Then split the block: fifty minutes of calls, ten minutes away from the screen, fifty more. Do not write long notes in between. Three words and a date are enough to pick up a conversation in a week’s time, and every minute of typing is a minute in which the dialer waits for you. Long notes are for the people you are going to meet.',
        'At the end, before you look at anything else, set tomorrow’s list. It takes four minutes while the voices are still in your ear, and half an hour when they are not.',
      ],
      practice: [
        'Tonight, put tomorrow’s call-backs at the top of the list and nothing above them.',
        'Block two hours in your calendar and invite the colleague who interrupts you most.',
        'Keep every note to three words and a date until the block is over.',
      ],
    },
    {
      slug: 'first-ten-seconds-with-a-busy-homeowner',
      title: 'What to say in the first ten seconds when a homeowner picks up and sounds busy',
      published: '2026-10-26',
      summary:
        'Busy is not a no. It is a person with wet hands who has not heard yet why this call is about them.',
      paragraphs: [
        'There is a sound that everyone who calls for a living knows: a door, a child, a breath, and then “Yes?” in the voice of somebody with wet hands. Many callers hear a refusal in it and start to apologise. It is not a refusal. It is a person who has not been told yet why this call is about them.',
        'Ten seconds are enough for three things: your name, the street and the reason. “Hi, this is Dana, I’m calling about 14 Orchard Lane, because the house across from you sold on Friday.” That is all. No “how are you today”, which costs three of the ten seconds and tells them that you are selling something.',
        'Then give the time back before they ask for it: “You sound like you’re in the middle of something. Is four o’clock better, or do you have one minute now?” About half of the people take the minute, because the minute is now their own idea. The other half give you an hour of the day, and a call at an hour that someone has chosen is worth ten that they have not.',
        'If they say neither, say thank you and mean it. Mark the record for another hour on another day & go on to the next. You have not lost a client. You have been polite to a neighbor with wet hands, who will recognise your name on Thursday.',
      ],
      practice: [
        'Say your name, the street and the reason aloud, and time it. Cut until it fits ten seconds.',
        'Drop “how are you today” for one session and watch what happens to the silence after it.',
        'Offer a time of day before the other person has to ask for one.',
      ],
    },
    {
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
    },
    {
      slug: 'your-voicemail-has-one-job',
      title: 'Your voicemail has one job',
      published: '2026-10-06',
      summary: 'It is not there to sell, to explain or to book. It is there to make a name familiar.',
      paragraphs: [
        'Four of five calls end at a machine, and most callers treat the machine as a smaller version of the person. They explain the offer, name two credentials, give a number twice and wonder why nobody rings back. A voicemail cannot hold a conversation. It has one job, and that is to make sure your name is not strange the next time it shows on the screen.',
        'Fifteen seconds do that well: who you are, the one reason for calling, and when you will try again. “Hi Mr. Alvarez, it’s Dana at North Shore. I have the sale price of the house next to yours. I’ll try you again tomorrow after five.” There is no request in it, so there is nothing to refuse, and when the phone rings tomorrow after five there is a small debt of curiosity on your side.',
        'Record it standing up, and record it again until you sound like someone who is about to smile. Keep three versions, one for each kind of list, and change them every month, because people on a long list do hear you twice. Numbers go in slowly or not at all: the phone has already saved yours.',
        'And keep the promise. A message that says tomorrow after five & is followed by silence does more harm than no message. Put the call-back into the list before the beep has faded.',
      ],
      practice: [
        'Cut your message to fifteen seconds: name, reason, next try.',
        'Take every request out of it. Nothing to refuse means nothing to resent.',
        'Set the call-back at the moment you hang up, not at the end of the day.',
      ],
    },
    {
      slug: 'a-follow-up-calendar-you-will-keep',
      title: 'A follow-up calendar you will actually keep',
      published: '2026-09-22',
      summary:
        'Most business comes after the fifth conversation, and most callers stop after the second. A rhythm that survives a busy week.',
      paragraphs: [
        'Ask a room of agents how often they follow up and you will hear eight times, ten times, until they buy or die. Look at their records and you will mostly find two. Nobody is lying. The plan in their heads was made for a week without closings, sick children and inspections, and there are no such weeks.',
        'A calendar that survives has three speeds. Hot is someone who has told you a date: call every week, on the same weekday. Warm is someone who has told you a reason but no date: call every month, with something new to say. Cold is someone who was civil: call every quarter, when the season gives you a subject. Three speeds fit on a sticky note, and you can sort any conversation into one of them before the line has closed.',
        'Give each call its own small reason, decided when the last one ends. “I’ll look up what your cousin’s condo went for” is a reason. “Just checking in” is not; it tells people that you had nothing, and asks them to have something. One true reason a month is not hard to find in a market you work in every day.',
        'When a week goes wrong, do not try to catch up. Do the hot ones, move the rest by seven days and start again on Monday. A follow-up plan is like a garden: it forgives a missed watering, but not a missed month.',
      ],
      practice: [
        'Sort every conversation into hot, warm or cold before you dial the next number.',
        'Write the reason for the next call while the last one is still fresh.',
        'After a bad week, move everything but the hot list by seven days, without guilt.',
      ],
    },
    {
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
    },
    {
      slug: 'dials-contacts-appointments',
      title: 'Dials, contacts, appointments: read your own numbers',
      published: '2026-08-25',
      summary: 'Three numbers and two ratios tell you whether to change your list, your opening or your ask.',
      paragraphs: [
        'You do not need a dashboard to know whether a calling week was good. You need three numbers on a piece of paper: how often you dialed, how often a person you wanted answered, and how often you ended with a date in the calendar. From them come two ratios, and each points at one thing that you can change.',
        'The first is contacts per dial. It has little to do with you and nearly everything to do with the list and the hour. If it falls, try the same records two hours later before you change a word of your script. Wrong numbers belong here too: trace them once, and strike what cannot be traced, because every dead record is a ring that someone else’s phone could have had.',
        'The second is appointments per contact, and that one is yours. If people answer but nobody books, look at the opening when calls end within twenty seconds, and at the question when they end after three minutes. Short calls mean that they never learned why you rang. Long ones mean that they liked you, and you did not ask.',
        'Change one thing a week and write down which. Most callers change the list, the hour and the script together on a bad Tuesday, and will never know what helped. Slow is quick here: after two months you have eight honest answers & a way of working that belongs to you.',
      ],
      practice: [
        'Count three things for one week: dials, contacts, appointments. Nothing else.',
        'Before you touch the script, call the same list at another hour.',
        'Choose one change for next week and write it where you can see it.',
      ],
    },
  ] satisfies Post[]
).sort((one, other) => other.published.localeCompare(one.published))

export function findPost(path: string): Post | undefined {
  const slug = path.split('/').at(-2)
  return posts.find((post) => post.slug === slug)
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** 2026-11-09 → November 9, 2026, whatever zone the browser is in. */
export function formatDay(published: string): string {
  return day.format(Date.parse(published))
}

const WORDS_PER_MINUTE = 200

export function minutesToRead({ paragraphs }: Post): number {
  return Math.ceil(paragraphs.join(' ').split(' ').length / WORDS_PER_MINUTE)
}
