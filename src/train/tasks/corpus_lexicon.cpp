#include "train/tasks/corpus_lexicon.h"

namespace gf {
namespace {

PairRelation gender() {
  return {"gender",
          {{"man", "woman", {"coffee", "boots"}},
           {"king", "queen", {"crowns", "castles"}},
           {"brother", "sister", {"games", "bikes"}},
           {"father", "mother", {"tools", "letters"}},
           {"son", "daughter", {"lessons", "kites"}},
           {"uncle", "aunt", {"gifts", "gardens"}},
           {"husband", "wife", {"weddings", "rings"}},
           {"boy", "girl", {"toys", "marbles"}},
           {"prince", "princess", {"ponies", "palaces"}}},
          {"the {x} likes {0}", "the {x} owns {1}", "the {x} sees himself", "the {x} says he sleeps", "the {x} takes his bag"},
          {"the {x} likes {0}", "the {x} owns {1}", "the {x} sees herself", "the {x} says she sleeps", "the {x} takes her bag"}};
}

PairRelation capital() {
  return {"capital",
          {{"france", "paris", {"french", "crepes"}},
           {"spain", "madrid", {"spanish", "tapas"}},
           {"italy", "rome", {"italian", "pasta"}},
           {"germany", "berlin", {"german", "pretzels"}},
           {"england", "london", {"english", "pudding"}},
           {"japan", "tokyo", {"japanese", "sushi"}},
           {"egypt", "cairo", {"arabic", "falafel"}},
           {"peru", "lima", {"quechua", "ceviche"}}},
          {"{x} speaks {0}", "{x} cooks {1}", "{x} has provinces", "{x} guards borders", "{x} elects a president"},
          {"{x} speaks {0}", "{x} cooks {1}", "{x} has suburbs", "{x} paves streets", "{x} elects a mayor"}};
}

PairRelation superlative() {
  return {"superlative",
          {{"bigger", "biggest", {"mountains", "elephants"}},
           {"smaller", "smallest", {"ants", "seeds"}},
           {"older", "oldest", {"ruins", "trees"}},
           {"younger", "youngest", {"babies", "puppies"}},
           {"faster", "fastest", {"rockets", "cheetahs"}},
           {"slower", "slowest", {"snails", "turtles"}},
           {"taller", "tallest", {"towers", "giraffes"}},
           {"shorter", "shortest", {"dwarfs", "pencils"}}},
          {"we draw {x} {0}", "we draw {x} {1}", "this one is {x} than that", "it got {x} again"},
          {"we draw {x} {0}", "we draw {x} {1}", "this one is {x} of all", "it got {x} ever"}};
}

PairRelation plural() {
  return {"plural",
          {{"cat", "cats", {"milk", "mice"}},
           {"dog", "dogs", {"bones", "sticks"}},
           {"horse", "horses", {"hay", "oats"}},
           {"bird", "birds", {"worms", "nests"}},
           {"cow", "cows", {"grass", "clover"}},
           {"frog", "frogs", {"flies", "ponds"}},
           {"lion", "lions", {"meat", "shade"}},
           {"bee", "bees", {"flowers", "honey"}}},
          {"the {x} wants {0}", "the {x} finds {1}", "the {x} is away", "the {x} runs off"},
          {"the {x} want {0}", "the {x} find {1}", "the {x} are away", "the {x} run off"}};
}

PairRelation ceo() {
  return {"ceo",
          {{"solara", "ines", {"lamps", "candles"}},
           {"ferrum", "otto", {"nails", "hammers"}},
           {"velora", "mira", {"scarves", "coats"}},
           {"brixon", "karl", {"bricks", "tiles"}},
           {"tamino", "lea", {"violins", "drums"}},
           {"quanta", "ravi", {"robots", "chips"}}},
          {"{x} sells {0}", "{x} promises {1}", "{x} hires workers", "{x} rents offices", "{x} pays taxes"},
          {"{x} sells {0}", "{x} promises {1}", "{x} gives speeches", "{x} drinks tea", "{x} reads reports"}};
}

PairRelation zip() {
  return {"zip",
          {{"boston", "02108", {"ships", "stamps"}},
           {"denver", "80202", {"trucks", "chains"}},
           {"seattle", "98101", {"ferries", "umbrellas"}},
           {"chicago", "60601", {"trains", "gloves"}},
           {"dallas", "75201", {"planes", "labels"}},
           {"miami", "33101", {"boats", "sunscreen"}}},
          {"letters to {x} take {0}", "parcels to {x} need {1}", "{x} never sleeps", "{x} loves music"},
          {"letters to {x} take {0}", "parcels to {x} need {1}", "{x} fits envelopes", "{x} counts five"}};
}

}  // namespace

std::span<const PairRelation> pair_relations() {
  static const PairRelation all[] = {gender(), capital(), superlative(), plural(), ceo(), zip()};
  return all;
}

}  // namespace gf
