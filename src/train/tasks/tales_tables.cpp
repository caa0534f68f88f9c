#include "train/tasks/tales_grammar.h"

namespace gf {

std::string_view tales_tables() {
  return R"(
table country: name capital people food
France | Paris | French | bread
Spain | Madrid | Spanish | rice
Italy | Rome | Italian | pasta
Germany | Berlin | German | potatoes
England | London | English | pudding
Japan | Tokyo | Japanese | fish
Egypt | Cairo | Arabic | beans
Peru | Lima | Spanish | corn
Greece | Athens | Greek | olives
Poland | Warsaw | Polish | soup
Russia | Moscow | Russian | cabbage
China | Beijing | Chinese | noodles
Norway | Oslo | Norwegian | salmon
Cuba | Havana | Spanish | bananas

table child: name he him his kind
Tim | he | him | his | boy
Tom | he | him | his | boy
Ben | he | him | his | boy
Sam | he | him | his | boy
Max | he | him | his | boy
Leo | he | him | his | boy
Paul | he | him | his | boy
Anna | she | her | her | girl
Lily | she | her | her | girl
Mia | she | her | her | girl
Emma | she | her | her | girl
Lucy | she | her | her | girl
Sara | she | her | her | girl
Nina | she | her | her | girl

table elder: name he him his
mother | she | her | her
father | he | him | his
grandmother | she | her | her
grandfather | he | him | his
aunt | she | her | her
uncle | he | him | his
teacher | she | her | her

table ruler: name he him his place
king | he | him | his | castle
queen | she | her | her | castle
prince | he | him | his | palace
princess | she | her | her | palace
farmer | he | him | his | farm
baker | he | him | his | bakery
witch | she | her | her | forest
wizard | he | him | his | tower

table animal: name sound home food young legs
dog | barks | garden | bones | puppy | four
cat | purrs | house | fish | kitten | four
cow | moos | field | grass | calf | four
horse | neighs | stable | hay | foal | four
sheep | bleats | field | grass | lamb | four
pig | grunts | farm | potatoes | piglet | four
duck | quacks | pond | bread | duckling | two
hen | clucks | farm | corn | chick | two
owl | hoots | forest | mice | owlet | two
frog | croaks | pond | flies | tadpole | four
lion | roars | grassland | meat | cub | four
bear | growls | forest | honey | cub | four
wolf | howls | forest | meat | pup | four
bee | buzzes | garden | nectar | larva | six

table hero: name
fox
rabbit
mouse
bear
frog
cat
dog
duck
owl
lion
turtle
squirrel

table trait: name opposite
little | big
brave | shy
clever | foolish
kind | mean
lazy | busy
happy | sad
hungry | full
old | young
lonely | merry
curious | bored

table toy: name colour
ball | red
kite | blue
drum | yellow
boat | white
train | green
doll | pink
bear | brown
car | black
puzzle | orange
robot | grey

table thing: name
key
hat
book
cup
lamp
spoon
coat
bag
shoe
pen
ring
coin
map
bell

table spot: name
under the bed
on the table
behind the door
in the box
in the kitchen
in the garden
on the chair
under the tree
in the drawer
near the window
behind the house
on the roof

table place: name
forest
garden
park
school
market
river
lake
beach
hill
farm
village
castle

table fruit: name taste colour
banana | sweet | yellow
pear | sweet | green
cherry | sweet | red
lemon | sour | yellow
peach | soft | orange
plum | soft | blue
grape | small | green
berry | small | red

table food: name
bread
cake
soup
cheese
honey
corn
rice
milk

table colour: name
red
blue
green
yellow
white
black
brown
grey

table weather: name then
sunny | the sky was blue
rainy | the streets were wet
windy | the leaves flew
snowy | the roofs were white
cold | the pond was ice
warm | the flowers were open

table opposite: one other
hot | cold
big | small
up | down
day | night
black | white
old | new
fast | slow
long | short
light | dark
left | right
good | bad
rich | poor
hard | soft
wet | dry
full | empty
early | late

table next: one other third
one | two | three
two | three | four
three | four | five
four | five | six
five | six | seven
six | seven | eight
seven | eight | nine
eight | nine | ten

table weekday: one other
Monday | Tuesday
Tuesday | Wednesday
Wednesday | Thursday
Thursday | Friday
Friday | Saturday
Saturday | Sunday
Sunday | Monday

table kind: name of
rose | flower
tulip | flower
oak | tree
pine | tree
eagle | bird
owl | bird
salmon | fish
shark | fish
ant | insect
bee | insect
piano | instrument
drum | instrument
violin | instrument
hammer | tool
saw | tool
apple | fruit
banana | fruit
pear | fruit
carrot | vegetable
potato | vegetable
red | colour
blue | colour
cat | animal
dog | animal
horse | animal

table sky: name of says
sun | star | it shines by day
moon | ball of rock | it shines at night
earth | planet | we live on it
rainbow | bow of light | it has seven colours
cloud | drift of water | it brings rain

table sense: does with
see | eyes
hear | ears
smell | noses
taste | tongues
walk | feet
hold things | hands
think | heads

table made: name of
bread | flour
cheese | milk
wine | grapes
paper | wood
glass | sand
honey | nectar
butter | milk
jam | fruit
ice | water

table gift: who what
cow | milk
hen | eggs
bee | honey
sheep | wool
tree | shade
sun | light

table hue: name colour
snow | white
grass | green
blood | red
coal | black
the sky | blue
a lemon | yellow
a carrot | orange
milk | white
a leaf | green

table job: name does
baker | bakes bread
teacher | teaches children
doctor | helps the sick
farmer | grows corn
singer | sings songs
painter | paints pictures
fisher | catches fish
writer | writes books
driver | drives a bus
tailor | sews coats
)";
}

}  // namespace gf
