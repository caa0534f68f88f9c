#include "train/lexicon.h"

namespace gf {
namespace {

constexpr unsigned kThing = kPortable, kPlace = kLandmark;
constexpr unsigned kAny = ~0u;
constexpr unsigned kNotPerson = kAny & ~static_cast<unsigned>(kPerson);

constexpr Noun kNouns[] = {
    {kPerson, {"man", "men"}, {"homme", "hommes"}, {"hombre", "hombres"}, false, false, true},
    {kPerson, {"woman", "women"}, {"femme", "femmes"}, {"mujer", "mujeres"}, true, true, false},
    {kPerson, {"boy", "boys"}, {"garçon", "garçons"}, {"niño", "niños"}, false, false, false},
    {kPerson, {"girl", "girls"}, {"fille", "filles"}, {"niña", "niñas"}, true, true, false},
    {kPerson, {"doctor", "doctors"}, {"médecin", "médecins"}, {"médico", "médicos"}, false, false, false},
    {kPerson, {"teacher", "teachers"}, {"professeur", "professeurs"}, {"profesor", "profesores"}, false, false, false},
    {kPerson, {"mother", "mothers"}, {"mère", "mères"}, {"madre", "madres"}, true, true, false},
    {kPerson, {"father", "fathers"}, {"père", "pères"}, {"padre", "padres"}, false, false, false},
    {kAnimal, {"cat", "cats"}, {"chat", "chats"}, {"gato", "gatos"}, false, false, false},
    {kAnimal, {"dog", "dogs"}, {"chien", "chiens"}, {"perro", "perros"}, false, false, false},
    {kAnimal, {"horse", "horses"}, {"cheval", "chevaux"}, {"caballo", "caballos"}, false, false, false},
    {kAnimal, {"bird", "birds"}, {"oiseau", "oiseaux"}, {"pájaro", "pájaros"}, false, false, true},
    {kAnimal, {"mouse", "mice"}, {"souris", "souris"}, {"ratón", "ratones"}, true, false, false},
    {kAnimal, {"cow", "cows"}, {"vache", "vaches"}, {"vaca", "vacas"}, true, true, false},
    {kAnimal, {"rabbit", "rabbits"}, {"lapin", "lapins"}, {"conejo", "conejos"}, false, false, false},
    {kFood | kPortable, {"apple", "apples"}, {"pomme", "pommes"}, {"manzana", "manzanas"}, true, true, false},
    {kFood | kPortable, {"cake", "cakes"}, {"gâteau", "gâteaux"}, {"pastel", "pasteles"}, false, false, false},
    {kFood | kPortable, {"cheese", "cheeses"}, {"fromage", "fromages"}, {"queso", "quesos"}, false, false, false},
    {kFood | kPortable, {"egg", "eggs"}, {"œuf", "œufs"}, {"huevo", "huevos"}, false, false, true},
    {kFood | kPortable, {"soup", "soups"}, {"soupe", "soupes"}, {"sopa", "sopas"}, true, true, false},
    {kFood | kPortable, {"tomato", "tomatoes"}, {"tomate", "tomates"}, {"tomate", "tomates"}, true, false, false},
    {kThing | kReadable | kOpens, {"book", "books"}, {"livre", "livres"}, {"libro", "libros"}, false, false, false},
    {kThing | kReadable | kOpens, {"letter", "letters"}, {"lettre", "lettres"}, {"carta", "cartas"}, true, true, false},
    {kThing | kReadable, {"newspaper", "newspapers"}, {"journal", "journaux"}, {"periódico", "periódicos"}, false, false, false},
    {kThing, {"key", "keys"}, {"clé", "clés"}, {"llave", "llaves"}, true, true, false},
    {kThing, {"ball", "balls"}, {"balle", "balles"}, {"pelota", "pelotas"}, true, true, false},
    {kThing, {"hat", "hats"}, {"chapeau", "chapeaux"}, {"sombrero", "sombreros"}, false, false, false},
    {kThing, {"flower", "flowers"}, {"fleur", "fleurs"}, {"flor", "flores"}, true, true, false},
    {kThing | kHolds | kOpens, {"bag", "bags"}, {"sac", "sacs"}, {"bolso", "bolsos"}, false, false, false},
    {kThing | kHolds | kOpens | kSurface, {"box", "boxes"}, {"boîte", "boîtes"}, {"caja", "cajas"}, true, true, false},
    {kThing, {"cup", "cups"}, {"tasse", "tasses"}, {"taza", "tazas"}, true, true, false},
    {kThing | kLandmark, {"lamp", "lamps"}, {"lampe", "lampes"}, {"lámpara", "lámparas"}, true, true, false},
    {kPlace | kSurface, {"table", "tables"}, {"table", "tables"}, {"mesa", "mesas"}, true, true, false},
    {kPlace | kSurface, {"chair", "chairs"}, {"chaise", "chaises"}, {"silla", "sillas"}, true, true, false},
    {kPlace | kSurface, {"bed", "beds"}, {"lit", "lits"}, {"cama", "camas"}, false, true, false},
    {kPlace | kHolds, {"house", "houses"}, {"maison", "maisons"}, {"casa", "casas"}, true, true, false},
    {kPlace | kSurface, {"tree", "trees"}, {"arbre", "arbres"}, {"árbol", "árboles"}, false, false, true},
    {kPlace | kHolds | kOpens | kSurface, {"car", "cars"}, {"voiture", "voitures"}, {"coche", "coches"}, true, false, false},
    {kPlace | kOpens, {"door", "doors"}, {"porte", "portes"}, {"puerta", "puertas"}, true, true, false},
    {kPlace | kOpens, {"window", "windows"}, {"fenêtre", "fenêtres"}, {"ventana", "ventanas"}, true, true, false},
    {kPlace | kHolds, {"garden", "gardens"}, {"jardin", "jardins"}, {"jardín", "jardines"}, false, false, false},
    {kPlace | kHolds, {"school", "schools"}, {"école", "écoles"}, {"escuela", "escuelas"}, true, true, true},
    {kPlace | kSurface, {"bridge", "bridges"}, {"pont", "ponts"}, {"puente", "puentes"}, false, false, false},
};

constexpr Adjective kAdjectives[] = {
    {kAny, "big", {"grand", "grande", "grands", "grandes"}, "", true, {"grande", "grande", "grandes", "grandes"}, false},
    {kAny, "small", {"petit", "petite", "petits", "petites"}, "", true, {"pequeño", "pequeña", "pequeños", "pequeñas"}, false},
    {kAny, "old", {"vieux", "vieille", "vieux", "vieilles"}, "vieil", true, {"viejo", "vieja", "viejos", "viejas"}, false},
    {kPortable | kLandmark, "new", {"nouveau", "nouvelle", "nouveaux", "nouvelles"}, "nouvel", true, {"nuevo", "nueva", "nuevos", "nuevas"}, false},
    {kAny, "beautiful", {"beau", "belle", "beaux", "belles"}, "bel", true, {"hermoso", "hermosa", "hermosos", "hermosas"}, false},
    {kFood, "good", {"bon", "bonne", "bons", "bonnes"}, "", true, {"bueno", "buena", "buenos", "buenas"}, false},
    {kNotPerson, "black", {"noir", "noire", "noirs", "noires"}, "", false, {"negro", "negra", "negros", "negras"}, false},
    {kNotPerson, "white", {"blanc", "blanche", "blancs", "blanches"}, "", false, {"blanco", "blanca", "blancos", "blancas"}, false},
    {kNotPerson, "red", {"rouge", "rouge", "rouges", "rouges"}, "", false, {"rojo", "roja", "rojos", "rojas"}, false},
    {kNotPerson, "green", {"vert", "verte", "verts", "vertes"}, "", false, {"verde", "verde", "verdes", "verdes"}, false},
    {kPortable | kLandmark, "clean", {"propre", "propre", "propres", "propres"}, "", false, {"limpio", "limpia", "limpios", "limpias"}, true},
    {kFood, "cold", {"froid", "froide", "froids", "froides"}, "", false, {"frío", "fría", "fríos", "frías"}, true},
    {kAlive, "tired", {"fatigué", "fatiguée", "fatigués", "fatiguées"}, "", false, {"cansado", "cansada", "cansados", "cansadas"}, true},
    {kAlive, "happy", {"content", "contente", "contents", "contentes"}, "", false, {"contento", "contenta", "contentos", "contentas"}, true},
    {kAlive, "sad", {"triste", "triste", "tristes", "tristes"}, "", false, {"triste", "triste", "tristes", "tristes"}, true},
};

constexpr Verb kVerbs[] = {
    {kAlive, kFood, "eat", "eats", {"mange", "manges", "mange", "mangeons", "mangez", "mangent"}, false,
     {"como", "comes", "come", "comemos", "comen", "comen"}},
    {kAlive, kAny, "see", "sees", {"vois", "vois", "voit", "voyons", "voyez", "voient"}, false, {"veo", "ves", "ve", "vemos", "ven", "ven"}},
    {kAlive, kAlive, "love", "loves", {"aime", "aimes", "aime", "aimons", "aimez", "aiment"}, true,
     {"amo", "amas", "ama", "amamos", "aman", "aman"}},
    {kPerson, kPortable | kLandmark, "buy", "buys", {"achète", "achètes", "achète", "achetons", "achetez", "achètent"}, true,
     {"compro", "compras", "compra", "compramos", "compran", "compran"}},
    {kAlive, kFood | kPortable, "want", "wants", {"veux", "veux", "veut", "voulons", "voulez", "veulent"}, false,
     {"quiero", "quieres", "quiere", "queremos", "quieren", "quieren"}},
    {kPerson, kPortable, "carry", "carries", {"porte", "portes", "porte", "portons", "portez", "portent"}, false,
     {"llevo", "llevas", "lleva", "llevamos", "llevan", "llevan"}},
    {kPerson, kReadable, "read", "reads", {"lis", "lis", "lit", "lisons", "lisez", "lisent"}, false,
     {"leo", "lees", "lee", "leemos", "leen", "leen"}},
    {kAlive, kAny, "look for", "looks for", {"cherche", "cherches", "cherche", "cherchons", "cherchez", "cherchent"}, false,
     {"busco", "buscas", "busca", "buscamos", "buscan", "buscan"}},
    {kAlive, kAny, "find", "finds", {"trouve", "trouves", "trouve", "trouvons", "trouvez", "trouvent"}, false,
     {"encuentro", "encuentras", "encuentra", "encontramos", "encuentran", "encuentran"}},
    {kPerson, kOpens, "open", "opens", {"ouvre", "ouvres", "ouvre", "ouvrons", "ouvrez", "ouvrent"}, true,
     {"abro", "abres", "abre", "abrimos", "abren", "abren"}},
    {kAlive, 0, "sleep", "sleeps", {"dors", "dors", "dort", "dormons", "dormez", "dorment"}, false,
     {"duermo", "duermes", "duerme", "dormimos", "duermen", "duermen"}},
};

constexpr Preposition kPrepositions[] = {
    {kSurface, "under", "sous", "debajo de"},       {kSurface, "on", "sur", "sobre"},
    {kHolds, "in", "dans", "en"},                   {kLandmark, "behind", "derrière", "detrás de"},
    {kLandmark, "in front of", "devant", "delante de"}, {kLandmark, "near", "près de", "cerca de"},
};

constexpr FixedPhrase kFrenchEnglish[] = {
    {"de rien", "you are welcome"},
    {"merci", "thank you"},
    {"merci beaucoup", "thank you very much"},
    {"bonjour", "good morning"},
    {"bonsoir", "good evening"},
    {"bonne nuit", "good night"},
    {"salut", "hello"},
    {"au revoir", "goodbye"},
    {"à demain", "see you tomorrow"},
    {"s'il vous plaît", "please"},
    {"comment allez-vous ?", "how are you ?"},
    {"comment t'appelles-tu ?", "what is your name ?"},
    {"je suis désolé", "I am sorry"},
    {"bien sûr", "of course"},
    {"joyeux anniversaire", "happy birthday"},
};

constexpr FixedPhrase kEnglishSpanish[] = {
    {"you are welcome", "de nada"},
    {"thank you", "gracias"},
    {"thank you very much", "muchas gracias"},
    {"good morning", "buenos días"},
    {"good evening", "buenas tardes"},
    {"good night", "buenas noches"},
    {"hello", "hola"},
    {"goodbye", "adiós"},
    {"see you tomorrow", "hasta mañana"},
    {"please", "por favor"},
    {"how are you ?", "¿ cómo estás ?"},
    {"what is your name ?", "¿ cómo te llamas ?"},
    {"I am sorry", "lo siento"},
    {"of course", "claro"},
    {"happy birthday", "feliz cumpleaños"},
};

}  // namespace

std::span<const Noun> nouns() { return kNouns; }
std::span<const Adjective> adjectives() { return kAdjectives; }
std::span<const Verb> verbs() { return kVerbs; }
std::span<const Preposition> prepositions() { return kPrepositions; }
std::span<const FixedPhrase> french_english_phrases() { return kFrenchEnglish; }
std::span<const FixedPhrase> english_spanish_phrases() { return kEnglishSpanish; }

}  // namespace gf
