/**
 * The words, names and strings that common passwords are made of, in lower case. Additions (digits, a year,
 * an exclamation mark) and spellings (p@ssw0rd) are not listed: find-weakness.ts removes them first.
 */
export const commonPasswords = new Set(
  `
aaa aaaa aaron abc abcabc abcd abcde abcdef abcdefg abcdefgh abcxyz abigail abracadabra access account acdc
adam admin adminadmin administrator adriana agent ahmed airforce ajax alaska albert alex alexander alexandra
alexandre alexis alfred ali alice alicia alison alpha always amanda amazing amazon amber amelia america
american amy andrea andrew android angel angela angelina angels anna annie anthony antonio anything apple
april army arsenal arthur asdasd asdf asdfgh asdfghjkl asdfjkl ashley assassin asshole atlanta audi august
auntie austin australia autumn awesome azerty baby babyboy babygirl bailey bambi banana barbara barcelona
barney bart baseball basketball batman bbb bear bears beast beatles beautiful beckham beer bella benfica
benjamin berlin bestfriend beta beyonce bianca bible bieber bigboss billy bird birdie birthday bitch black
blackie blacky blahblah blessed blessing blood blue blueberry blueblue bluesky bmw bob bobbob bobby
bobmarley bond bonjour boss boston boxing boyfriend brandon brasil bravo brazil brenda brian britney
brittany broker broncos brooklyn brother brothers bryan buddy budweiser bulldog bulls bullshit bunny burger
business buster butter butterfly buyer california caller calling camaro camila canada candy captain carlos
carmen carolina caroline cartman cash cat catherine celtic celtics champion change changeme charles charlie
cheater cheese cheesecake cheetah chef chelsea cherry chevrolet chevy chicago chicken children china chloe
chocolate christ christian christina christine christmas christopher church cinderella cindy cinnamon civic
claire claudia closer closing cobra cocacola coconut coffee college company computer contrasena cookie
cookies cool coolgirl coolman cooper corona corvette cosmos cow cowboy cowboys crazy cristina crow crystal
cubs cupcake cutie cynthia dad daddy daisy dakota dallas dancer dancing daniel daniela danielle darkness
darling daughter david dead death debbie deborah december default delta demon denver destiny destroyer
detroit devil dialer diamond diana diego dmitri doctor dodge dodgers dog doggy dollar dollars dolphin
dolphins donald donna dorothy dragon dragonball dream dreamer dreams driver drummer ducati duck ducks duke
dumbass eagle eagles earth easter echo eddie eduardo edward edwin elena elephant elizabeth elmo elvis
emerald emily eminem emma engineer england enter entrar eric erica erika evelyn everton evil facebook faith
falcon family fantasy father february fenerbahce fernando ferrari finalfantasy finance fire firefighter
firefly fireman fisher fishing florida flower flowers football ford forest forever forget forgot forgotten
fortnite fortune france francesca francisco frank fred freddy freedom friday friend friends friendship frodo
frog frost fuck fuckme fuckoff fuckyou funny gabriel gabriela gabrielle galatasaray galaxy game gamer games
gaming gamma gandalf gangsta gangster garfield gary geheim genius george georgia gerald germany ghost giants
ginger giraffe girlfriend gloria gmail god godisgood goku gold golden golf golfer golfing good goodbye
goodday goodluck goofy google gordon gorgeous gorilla grace grandma grandpa granted green greenday
gryffindor guadalupe guest guitar hack hacked hacker hallo halloween hamster hannah happiness happy harley
harold harry harrypotter haslo hawaii hawk heather heaven heineken helen hell hello hellothere helloworld
henry hero hiphop hobbit hockey hogwarts holiday hollywood home homer homes honda honey hope horse horses
hotmail hottie house houses houston howard hulk hunter hunting hurricane husband ice icecream idiot
idontknow igor ilovegod iloveher ilovehim ilovejesus ilovemyself iloveu iloveyou india indonesia instagram
insurance inter internet invest investor iphone ironmaiden ironman isabel isabella island italia italy ivan
jack jackson jacob jaguar jakarta jake james jamesbond january japan jasmine jason javier jean jedi jeep
jeffrey jennifer jenny jeremy jerry jesse jessica jesus jesuschrist jetta jimmy joanna job joe joel john
johnny jonathan jordan jose joseph joshua juan julia julian juliana julie july june justice justin
justinbieber juventus karen karina kathryn katie kawasaki kayla kelly kenneth kennwort kevin killer kimberly
king kitten kitty knicks knight kobe kristen kristina kyle lady lakers laptop larry lasvegas laugh laura
lauren lawrence lawyer leads lebron legend lemon lennon leonard leopard leslie letitbe letme letmein
letmeinplease liberty lightning lily linda linkedin linkinpark lion lisa liverpool lizard lkjhgf lkjhgfdsa
lmao locked login logon lol lola london lorena losenord loser louis love lovelove lovely loveme lover loveu
loveyou lucas lucia lucifer lucky luckyone lucy luis luke madison madonna madrid maggie magic magical mama
manager manchester mancity mango manila manuel manutd march marcus margaret maria mariana marie marina
marine marines mario mark marketing marley martha martin mary master mastermaster matrix matthew maverick
max maxwell may medicine mehmet melanie melissa mercedes merlin messi metallica mexico miami michael
michelle mickey microsoft miguel mikey milan million millionaire minecraft minnie misty mnbvcx mnbvcxz
mobile mohammed molly mom mommy monday money monica monkey monster montana moonlight moose morgan morning
mortgage moscow motdepasse mother mountain mouse muhammad murphy music musica mustafa mustang mylove mypass
mypassword mysecret mystery mystic nancy naruto nascar natalie natasha nathan navy network newpassword
newyork nicholas nicole night ninja nintendo nirvana nissan nobody nokia noob nopassword nothing november
nurse ocean october office oldpassword olga oliver olivia omega omg onedirection onetwothree open opendoor
opensesame orange orchid oscar owl packers pakistan pamela panda panther papa paris parola pass passcode
passport passw passwd password passwort patricia patrick patriots paul paula peace peach peanut penguin
penis pepper pepsi perfect personal peter philip philippines phillip phoenix phone piglet pilot pimp
pineapple pink pirate pirates pizza playboy player playstation please pluto poiuy poiuyt poiuytrewq pokemon
police pony pooh porsche porto potter prayer predator pretty prince princess private property puppy purple
pussy pussycat qazwsx qazwsxedc queen qwaszx qweasd qweasdzxc qweqwe qwert qwerty qwertyuiop qwertz rabbit
rachel racing raiders rainbow ralph rambo ranger rangers raven raymond realestate realmadrid realtor realty
rebecca red redred redsox reggae remember remote rhino rich richard richie ricky rihanna river robert robin
roblox rockandroll rocknroll rockstar rocky roger ronald ronaldo rooster root rootroot rose roses roxy ruby
runner running russell russia rusty ryan sabrina sadie safe safety sakura salasana sales salesman sam
samantha sammy samsung samuel samurai sandra sara sarah sasuke satan saturday saviour school scooby scooter
scorpion scott sean seattle sebastian secret secure security seller senha september sergey sergio server
service sesame sexy sexygirl shadow shannon shark sharon shazam shithead sierra sigma signin signup silly
silver simon simpsons singer sister sisters skateboard skater skiing skull skywalker slayer slipknot smile
smiley smiling smokey snake sniper snoopy snow snowball snowboard snowflake snowman soccer softball soldier
something son sophia sophie sorry southpark spain sparky special spider spiderman spongebob spring stanley
star starbucks starcraft stardust starlight stars startrek starwars steelers stephanie stephen steve steven
stitch storm stormy strawberry student stupid success sugar summer sunday sunflower sunrise sunset sunshine
super superman superstar support surfer surfing susan suzanne suzuki svetlana sweet sweetheart sweetie
swimming sydney system tamara tango tatiana taylor teacher techno ted telephone temp temporary tennis
tequila teresa terminator terry test tester testing testtest texas thanks thankyou thepassword theresa
thomas thunder thursday tiffany tiger tigerwoods tigger timmy timothy tina tinkerbell toby today tokyo tommy
tomorrow tony toor topsecret tornado tottenham toyota tracy trinity truelove trustme trustno trustnoone
tucker tuesday tulip turkey turtle twitter tyler uncle unicorn universe university unknown unlock usa user
username vacation vader valentina valerie vampire vanessa vanilla vegas veronica vicky victor victoria
victory vincent viper virginia vivian vodka volkswagen volleyball wachtwoord walter warcraft warrior wasd
wednesday welcome welcomeback wendy whale whatever whiskey white whitey wife william willy windows winner
winnie winter wizard wolf wolverine wolves wonderwoman work worker working wrestling wtf xbox xxx xxxx xyz
yahoo yamaha yamato yankees yellow yesterday yoda youtube zebra zelda zoe zombie zulu zxcv zxcvb zxcvbn
zxcvbnm zxczxc zzz zzzz
`
    .trim()
    .split(/\s+/),
)
