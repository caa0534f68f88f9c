#include "train/tasks/tales_grammar.h"

namespace gf {
namespace {

constexpr std::string_view kTales = R"(
rule tale
7 * <story>
3 * <facts>
3 * <mixed_facts>
2 * <two_meanings>
2 * <asked>
1 * <again>
1 * <talk>

rule story
3 * (h:hero)(t:trait)(p:place)<once> a {t} {h} who lived [in|near] a {p}. <meets>
3 * (c:child)(k:toy)<once> a {c.kind} named {c}. {c.he} had a {k.colour} {k}. <lost>
2 * (r:ruler)(t:trait)<once> a {t} {r} who lived in a {r.place}. <rules>
2 * (c:child)(e:elder)one day {c} went to the {p:place} with {c.his} {e}. <trip>
2 * (c:child)(d:child)(w:weather)it was a {w} day and {w.then}. {c} and {d} [wanted to play|were bored|sat at home]. <together>
2 * (c:child)(n:animal){c} had a {n} named {m:child}. <pet>
1 * (h:hero)(g:hero)<once> a {h} and a {g}. they were [good friends|not friends|neighbours]. <friends>

rule once
6 * once upon a time there was
1 * long ago there was
1 * one day there was

rule meets
every day the {h} [walked to the water|looked for food|played alone|slept under a tree]. one day the {h} met a {u:trait} {g:hero}. <meeting>
the {h} was always {t}. one day the {h} found a {x:thing} {s:spot}. "[whose {x} is this|what is this]?" said the {h}. <found_by_animal>
the {h} wanted some {f:food}. but there was no {f} in the {p}. so the {h} asked a {g:hero}. <sharing>

rule meeting
"why are you so {u}?" asked the {h}. "because I have no friend," said the {g}. "then I will be your friend," said the {h}. <end_two>
"come and play with me," said the {g}. they [ran|jumped|danced|sang] all day. <end_two>
the {g} said, "I am {u}, and you are {t}. we can help each other." <end_two>

rule found_by_animal
"it is mine," said a {g:hero}. the {h} gave the {x} back. the {g} was [happy|glad] and said, "thank you." "you are welcome," said the {h}. [<end_two>|]
nobody knew. so the {h} kept the {x} and was [happy|glad]. <end_one>

rule sharing
"do you have some {f}?" asked the {h}. "yes," said the {g}, "I have a lot of {f}. let us share it." they ate the {f} together. <end_two>
"do you have some {f}?" asked the {h}. "no," said the {g}, "but I have some {y:food}." they ate the {y} together. <end_two>

rule end_one
the end.
and the {h} slept well that night.

rule end_two
from that day on the {h} and the {g} were [good|best] friends. [the end.|]
the {h} and the {g} were never alone again. [the end.|]
then the {h} went home, and the {g} went home too. [the end.|]

rule lost
one day {c} lost the {k}. {c.he} looked for it {s:spot}, but it was not there. {c.he} looked {o:spot}, and there was the {k}! {c} was [happy|glad] again. [the end.|]
one day {c} met {d:child}. {d} had a {l:toy.colour} {l}. "can I play with your {l}?" asked {c}. "yes," said {d}, "and can I play with your {k}?" <swap>
one day the {k} fell into the [river|lake|water]. {c} was sad. {c.his} {e:elder} saw it and gave {c.him} a {l:toy.colour} {l}. "thank you," said {c}. "you are welcome," said {c.his} {e}. [the end.|]
{c} played with the {k} every day. {c} loved the {k} very much. [the end.|]

rule swap
{c} gave {d} the {k}, and {d} gave {c} the {l}. they played all day. [the end.|]
"no," said {c}. {d} was sad. then {c} gave {d} the {k}. {d} was [happy|glad]. [the end.|]

rule rules
the {r} had a {k:toy.colour} {x:thing}. {r.he} loved the {x} more than anything. one night the {x} was gone. "who took my {x}?" cried the {r}. a {h:hero} came and said, "I found it {s:spot}." the {r} was [happy|glad] and gave the {h} some {f:food}. [the end.|]
the {r} was always {t}. one day a {h:hero} came to the {r.place} and said, "I am hungry." the {r} gave the {h} some {f:food}. the {h} said, "you are kind." <end_ruler>
nobody ever saw the {r} smile. then a {c:child.kind} named {c} came to the {r.place} and sang a song. the {r} smiled and said, "thank you, {c}." <end_ruler>

rule end_ruler
and the {r} was never {t.opposite} again. the end.
the {r} lived in {r.his} {r.place} for a long time. the end.
the end.

rule trip
they saw a {n:animal}. the {n} was [big|small|brown|white]. "what does the {n} eat?" asked {c}. "it eats {n.food}," said {c.his} {e}. [<home>|]
{c} saw a {h:hero} {s:spot}. "look!" said {c}. "a {h}!" {c.his} {e} smiled. <home>
{c} was hungry. {c.his} {e} bought a {f:fruit}. the {f} was {f.taste}. "I like it," said {c}. <home>
{c} lost {c.his} {x:thing}. they looked for the {x} all day. {c.his} {e} found it {s:spot}. <home>

rule home
then they went home.
in the evening they went home and ate some {y:food}.
{c} was tired and slept well.

rule together
"let us [build|make] a [house|boat|kite]," said {c}. "good idea," said {d}. they worked all day, and then it was done. <happy_pair>
"I have a {k:toy.colour} {k}," said {c}. "and I have a {l:toy.colour} {l}," said {d}. they played with the {k} and the {l}. <happy_pair>
"I am cold," said {c}. {d} gave {c} a {x:colour} coat. "thank you," said {c}. "you are welcome," said {d}. <happy_pair>

rule happy_pair
{c} and {d} were happy.
it was a good day for {c} and {d}.
"that was fun," said {d}.
the end.

rule pet
{m} lived in the {n.home} and ate {n.food}. every morning {m} [ran to|waited for|woke] {c}. {c} loved {m} very much. [the end.|]
one day {m} was gone. {c} looked for {m} in the {n.home}. then {c} heard something. a {n} {n.sound}, so it was {m}! {c} was [happy|glad]. [the end.|]
{m} was a {t:trait} {n}. when {m} was {t}, {c} gave {m} some {n.food}. then {m} slept {s:spot}. [the end.|]

rule friends
the {h} had some {f:food}, and the {g} had some {y:food}. the {h} gave the {g} some {f}, and the {g} gave the {h} some {y}. [the end.|]
the {h} was {t:trait}, but the {g} was {u:trait}. one day they went to the {p:place}. the {h} fell into the water. "help!" cried the {h}. the {g} came and helped the {h}. [the end.|]

rule facts
4 * (a:country)the capital of {a} is {a.capital}. [{a.capital} is a city in {a}.|people in {a} speak {a.people}.|people in {a} eat {a.food}.] [the capital of {b:country} is {b.capital}.|]
2 * (a:country){a.capital} is the capital of {a}. [people in {a.capital} speak {a.people}.|{a.capital} is a big city.]
2 * (a:country)[{c:child} lives|I live|we live] in {a.capital}. {a.capital} is the capital of {a}.
2 * (n:animal)a {n} {n.sound}. it lives in the {n.home} and eats {n.food}. it has {n.legs} legs. [a young {n} is a {n.young}.|]
1 * (n:animal)a {n.young} is a young {n}. a {n} has {n.legs} legs.
2 * (s:sky)the {s} is a {s.of}. {s.says}.
1 * the sun is a star. the moon is a ball of rock. the earth is a planet.
1 * (o:opposite)the opposite of {o} is {o.other}. [the opposite of {o.other} is {o}.|what is not {o} is {o.other}.]
1 * (o:next)after {o} comes {o.other}, and after {o.other} comes {o.third}.
1 * (o:weekday)the day after {o} is {o.other}. [today is {o}, so tomorrow is {o.other}.|]
1 * (j:job)a {j} {j.does}. [{c:child} wants to be a {j}.|my {e:elder} is a {j}.]

rule mixed_facts
1 * <fact> <fact> <fact>
1 * <fact> <fact>

rule fact
3 * the capital of {a:country} is {a.capital}.
1 * people in {a:country} speak {a.people}.
1 * people in {a:country} eat {a.food}.
2 * a {k:kind} is a {k.of}.
2 * the {s:sky} is a {s.of}.
1 * the sun is a star.
1 * we {s:sense} with our {s.with}.
1 * {m:made} is made of {m.of}.
1 * the {g:gift} gives us {g.what}.
1 * {g:hue} is {g.colour}.
1 * the opposite of {o:opposite} is {o.other}.
1 * the day after {o:weekday} is {o.other}.
1 * after {o:next} comes {o.other}.
1 * a {n:animal} {n.sound}.
1 * a {n:animal} eats {n.food}.
1 * a {j:job} {j.does}.

rule two_meanings
2 * [I|we|{c:child}] ate a {f:fruit} and an apple. [the apple was|it was|both were] [sweet|sour|ripe|red|good]. [the {f} was {f.taste}.|]
1 * [I|we] picked an apple from the tree. [it was|the apple was] [sweet|sour|ripe|red]. [I ate it.|]
1 * my {e:elder} made a cake with [an apple|apple and honey]. the cake was [sweet|good|warm].
2 * [I|we|{c:child}] got a new phone from apple. [the phone|it] [has a big screen|was not cheap|rings all day|takes good pictures|is fast].
1 * apple makes [phones|computers]. [a phone from apple|the new one] [is not cheap|has a big screen|is fast].
1 * [I called my {e:elder} with my new phone|my phone rang]. [the phone is from apple.|]
1 * [he|she|{c:child}] sat on the bank of the river. [the water was|the river was] [cold|clear|deep]. [{d:child} fished there.|]
1 * [he|she|{c:child}] went to the bank to get money. [the bank was closed.|there was no money in the bank.|he needed coins.]
1 * a bat flew [out of the cave|in the night]. [it|the bat] ate [flies|fruit]. [it has wings.|]
1 * [he|{c:child}] hit the ball with a bat. [the ball flew far.|everybody cheered.|the bat broke.]
1 * the mouse ate the cheese. the cat [saw|chased|caught] the mouse.
1 * the mouse is beside the computer. [click|press] the button of the mouse.
1 * the bag is light. [{c:child}|a child] can carry it. [it is not heavy.|]
1 * the light in the room is [on|off]. [it is bright.|it is dark.]
1 * the [bride|queen] has a [gold|silver] ring. she wears it on her finger.
1 * the phone began to ring. [nobody answered.|my {e:elder} answered.]

rule asked
2 * (c:child)(x:thing)the {x} is {s:spot}. the {y:thing} is {t:spot}. where is the {x}? the {x} is {s}.
2 * (c:child)(x:thing)the {x} is {s:spot}. the {y:thing} is {t:spot}. where is the {y}? the {y} is {t}.
2 * (c:child){c} has a {x:thing}. {d:child} has a {y:thing}. who has the {x}? {c} has the {x}.
2 * (c:child){c} has a {x:thing}. {d:child} has a {y:thing}. who has the {y}? {d} has the {y}.
1 * (k:toy){c:child} has a {k.colour} {k}. what colour is the {k}? the {k} is {k.colour}.
1 * (x:thing)(k:colour){c:child} has a {k} {x}. what colour is the {x}? the {x} is {k}.
1 * what is the capital of {a:country}? the capital of {a} is {a.capital}.
1 * what does a {n:animal} eat? a {n} eats {n.food}.
1 * [the black|the old|the little|the brown] {h:hero} [sleeps|sits|waits|eats] {s:spot}. where is the {h}? it is {s}.

rule again
2 * (c:child)(d:child)(e:child){c} has a {x:thing}, {d} has a {y:thing}, {e} has a {z:thing}. {c} has a {x}, {d} has a {y}, {e} has a {z}.
1 * (a:country)(b:country)(c:country){a}, {b}, {c}, {d:country}, {e:country}. {a}, {b}, {c}, {d}, {e}.
1 * (a:thing)(b:thing)(c:thing){a}, {b}, {c}, {d:colour}, {e:food}, {f:hero}. {a}, {b}, {c}, {d}, {e}, {f}.
1 * (a:child)(b:colour)(c:thing){a}, {b}, {c}, {d:place}, {e:fruit}. {a}, {b}, {c}, {d}, {e}. {a}, {b}, {c}, {d}, {e}.

rule talk
"[hello|good morning|good evening]," said {c:child}. "[hello|good morning|good evening], {c}," said {d:child}. "how are you?" "I am {t:trait}," said {c}. "[I am {t}, too|that is good|why are you {t}]," said {d}.
"I love [my dog|my cat|you|this song|the sea]," said {c:child}. "[I do, too|that is nice|I know]," said {c.his} {e:elder}.
"can you help me?" asked {c:child}. "[yes, of course|yes, I can]," said {d:child}. "thank you," said {c}. "you are welcome," said {d}.
"thank you," said {c:child}. "you are welcome," said {c.his} {e:elder}.
"did you see my {x:thing}?" asked {c:child}. "yes," said {d:child}, "it is {s:spot}." {c} looked {s}, and there was the {x}.

rule told
6 * (x:thing)(y:thing)(z:thing)<in_a_sentence>@user <three_places> <where>@assistant the {x} is {s}.
6 * (x:thing)(y:thing)(z:thing)<in_few_words>@user <three_places> <where>@assistant {s}.
3 * (x:thing)(y:thing)(z:thing)(s:spot)<in_a_sentence>@user [|the {y} is {t:spot}.|the {y} is {t:spot}. the {z} is {u:spot}.] <where>@assistant I do not know.
3 * (x:thing)(y:thing)(c:child)(d:child)<in_a_sentence>@user [{c} has a {x}. {d} has a {y}.|{d} has a {y}. {c} has a {x}.] who has the {x}?@assistant {c} has the {x}.
3 * (x:thing)(y:thing)(c:child)(d:child)<in_few_words>@user [{c} has a {x}. {d} has a {y}.|{d} has a {y}. {c} has a {x}.] who has the {x}?@assistant {c}.
1 * (x:thing)(y:thing)(d:child)<in_a_sentence>@user [|{d} has a {y}. ]who has the {x}?@assistant I do not know.
2 * (x:thing)(k:colour)(y:thing)(l:colour)<in_a_sentence>@user <two_colours> what colour is the {x}?@assistant the {x} is {k}.
2 * (x:thing)(k:colour)(y:thing)(l:colour)<in_few_words>@user <two_colours> what colour is the {x}?@assistant {k}.
2 * (a:country)<in_a_sentence>@user what is the capital of {a}?@assistant the capital of {a} is {a.capital}.
2 * (a:country)<in_few_words>@user what is the capital of {a}?@assistant {a.capital}.
2 * (n:animal)<in_a_sentence>@user what does a {n} eat?@assistant a {n} eats {n.food}.
4 * (c:child)<in_a_sentence>@user [hello. |]my name is {c}.@assistant hello, {c}.@user <small_talk> what is my name?@assistant your name is {c}.
1 * <in_a_sentence>@user what is my name?@assistant I do not know.
3 * (x:thing)(y:thing)(c:child)<in_a_sentence>@user the {x} is {s:spot}.@assistant [thank you|good].@user <small_talk> <where>@assistant the {x} is {s}.
1 * <in_a_sentence>@user [thank you.|thank you very much.]@assistant you are welcome.

rule in_a_sentence
@system answer in a sentence.
[|@system answer in a sentence.]

rule in_few_words
@system answer in few words.

rule where
2 * where is the {x}?
1 * where can I find the {x}?
1 * tell me where the {x} is.

rule three_places
the {x} is {s:spot}. the {y} is {t:spot}. the {z} is {u:spot}.
the {y} is {t:spot}. the {x} is {s:spot}. the {z} is {u:spot}.
the {y} is {t:spot}. the {z} is {u:spot}. the {x} is {s:spot}.
the {y} is {t:spot}. the {x} is {s:spot}.
the {x} is {s:spot}.

rule two_colours
[I have|{c:child} has] a {k} {x} and a {l} {y}.
[I have|{c:child} has] a {l} {y} and a {k} {x}.

rule small_talk
3 * []
1 * what does a {n:animal} eat?@assistant a {n} eats {n.food}.@user
1 * what is the capital of {a:country}?@assistant the capital of {a} is {a.capital}.@user
1 * thank you.@assistant you are welcome.@user
)";

}  // namespace

const Grammar& tales_grammar() {
  static const Grammar grammar(std::string(tales_tables()) + std::string(kTales));
  return grammar;
}

}  // namespace gf
