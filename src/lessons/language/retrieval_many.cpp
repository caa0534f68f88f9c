// The index of the lesson retrieval: lists of sentences, the sentences in the plane, and the work and the recall of a search in some lists.
#include <algorithm>
#include <cmath>
#include <memory>
#include <tuple>
#include <utility>

#include "autograd/ops.h"
#include "core/join.h"
#include "core/nth.h"
#include "lessons/language/retrieval_index.h"
#include "lessons/language/retrieval_parts.h"

namespace gf::retrieval_lesson {
namespace {

constexpr std::size_t kMadeAtOnce = 250;  // sentences made in one step of the replay
constexpr std::size_t kTried = 16;        // questions on which the trade-off is measured
constexpr Index kMostLists = 100;

// The rows of the reader's sentences and of made ones.
struct AllRows {
  std::vector<std::string> made;
  Tensor rows;  // (N, C), the reader's sentences first
};

std::shared_ptr<const AllRows> all_rows(const InputReader& in, const Notes& notes, const Tensor& own) {
  const auto count = static_cast<std::size_t>(in.whole("made"));
  std::vector<std::shared_ptr<const SentenceRows>> parts;
  for (std::size_t first = 0; first < count; first += kMadeAtOnce)
    parts.push_back(in.kept("made sentences", std::tuple(notes.model, in.seed(), first, count, in.toggle("little")), [&] {
      std::vector<std::string> texts = made_sentences(in.seed(), first / kMadeAtOnce, std::min(kMadeAtOnce, count - first));
      return std::make_shared<const SentenceRows>(rows_of_sentences(*notes.model, std::move(texts), in.toggle("little")));
    }));
  const auto readers = std::ssize(notes.sentences);
  const std::vector<float> of_readers(own.data(), own.data() + readers * own.cols());
  return in.kept("all rows", std::tuple(parts, of_readers), [&] {
    auto all = std::make_shared<AllRows>();
    all->rows = Tensor(matrix_shape(readers + static_cast<Index>(count), own.cols()));
    float* end = std::copy_n(own.data(), readers * own.cols(), all->rows.data());
    for (const auto& part : parts) {
      end = std::copy_n(part->rows.data(), part->rows.size(), end);
      all->made.insert(all->made.end(), part->texts.begin(), part->texts.end());
    }
    return std::shared_ptr<const AllRows>(std::move(all));
  });
}

Index number_of_lists(Index sentences) {
  return std::clamp<Index>(static_cast<Index>(std::lround(std::sqrt(static_cast<double>(sentences)))), 1, kMostLists);
}

Axis numbered_lists(Index count) {
  std::vector<std::string> names;
  for (Index i = 1; i <= count; ++i) names.push_back("@list " + std::to_string(i));
  return keyed_axis("lists", std::move(names));
}

struct IndexNodes {
  NodeId centres = -1, lists = -1, probed = -1;
};

IndexNodes append_lists(const InputReader& in, Tape& tape, const Notes& notes, const Vectors& vectors, const InvertedLists& index) {
  const Axis rows = notes.axis_with_question(), of_lists = numbered_lists(index.centres.rows());
  const Index count = std::ssize(notes.sentences);
  IndexNodes nodes;
  nodes.centres = constant(tape, index.centres, Label("centres", "@mean_of_list").with_rows(of_lists).with_cols({"features", {}}));
  const NodeId nearness = matmul_nt(tape, vectors.all, nodes.centres, Label("nearness").with_rows(rows).with_cols(of_lists));
  nodes.lists = pick(tape, nearness, Extreme::largest, Label("lists").with_rows(rows).with_cols(of_lists));
  const Axis question{"sentences", {notes.question}};
  const NodeId of_question =
      slice(tape, nearness, count, count + 1, Label("question_nearness").with_rows(question).with_cols(of_lists), Along::rows);
  nodes.probed = top_k(tape, of_question, in.whole("probe"), Along::rows, Label("probed").with_rows(question).with_cols(of_lists));
  const NodeId of_sentences =
      slice(tape, nodes.lists, 0, count, Label("sentence_lists").with_rows(notes.axis()).with_cols(of_lists), Along::rows);
  matmul_nt(tape, of_sentences, nodes.probed, Label("looked_at").with_rows(notes.axis()).with_cols(keyed_column("@looked_at")));
  return nodes;
}

// Appends how many rows are compared with the question: all rows, or the centres and the rows of the nearest lists.
void append_rows_read(Tape& tape, const InvertedLists& index, NodeId probed) {
  const auto all = std::ssize(index.list_of), lists = index.centres.rows();
  const auto sizes_of = std::make_shared<const std::vector<Index>>(index.sizes);
  Tensor sizes(matrix_shape(1, lists));
  std::vector<std::string> counts;
  for (Index i = 0; i < lists; ++i) {
    sizes.at(0, i) = static_cast<float>(nth(index.sizes, i));
    counts.push_back(std::to_string(nth(index.sizes, i)));
  }
  const auto account = [sizes_of](const Cell& cell) {
    return CellArithmetic{"@sentences_in_list", expr::number(static_cast<double>(nth(*sizes_of, cell.col)))};
  };
  const NodeId held =
      accounted(tape, std::move(sizes), account, {"$out = np.array([[" + joined(counts) + "]])"},
                Label("sizes", "@sentences_in_list").with_rows(keyed_column("@sentences")).with_cols(numbered_lists(lists)));
  const Axis ways = keyed_axis("", {"@all_keys", "@by_lists"}), count = keyed_column("@rows");
  const NodeId in_lists = matmul_nt(tape, probed, held, Label("in_lists").with_rows(keyed_column("@by_lists")).with_cols(count));
  const NodeId second =
      constant(tape, Tensor::from_rows({{0}, {1}}), Label("second", "@is_by_lists").with_rows(ways).with_cols({"", {""}}));
  const NodeId behind = matmul(tape, second, in_lists, Label("behind").with_rows(ways).with_cols(count));
  const NodeId before = constant(tape, Tensor::from_rows({{static_cast<float>(all)}, {static_cast<float>(lists)}}),
                                 Label("before", "@all_or_lists").with_rows(ways).with_cols(count));
  const NodeId rows_read = add(tape, before, behind, Label("rows_read").with_rows(ways).with_cols(count));
  scale(tape, rows_read, static_cast<float>(index.centres.cols()),
        Label("multiplications", "rows_read · " + std::to_string(index.centres.cols())).with_rows(ways).with_cols(keyed_column("@number")));
}

// Appends sentences, question and centres as points along the two directions in which the sentences and the question differ most. If u is
// an eigenvector of X Xᵀ, then Xᵀ u is one of Xᵀ X, of another length.
void append_plane(Tape& tape, const Notes& notes, const Vectors& vectors, const IndexNodes& index) {
  const Axis rows = notes.axis_with_question(), features{"features", {}}, plane{"directions", {"1", "2"}},
             of_lists = tape[index.centres].rows;
  const NodeId middle = mean(tape, vectors.all, Along::columns, Label("middle").with_cols(features));
  const NodeId minus_middle = scale(tape, middle, -1, Label("minus_middle").with_cols(features));
  const NodeId centred = add(tape, vectors.all, minus_middle, Label("centred").with_rows(rows).with_cols(features));
  const NodeId products = matmul_nt(tape, centred, centred, Label("products").with_rows(rows).with_cols(rows));
  const NodeId principal = principal_directions(tape, products, 2, Label("principal_directions").with_rows(rows).with_cols(plane));
  const NodeId spans = matmul_tn(tape, principal, centred, Label("spans").with_rows(plane).with_cols(features));
  const NodeId axes = unit_rows(tape, spans, Label("axes").with_rows(plane).with_cols(features));
  matmul_nt(tape, centred, axes, Label("points").with_rows(rows).with_cols(plane));
  const NodeId centred_centres = add(tape, index.centres, minus_middle, Label("centred_centres").with_rows(of_lists).with_cols(features));
  const NodeId centre_points = matmul_nt(tape, centred_centres, axes, Label("centre_points").with_rows(of_lists).with_cols(plane));
  matmul(tape, index.lists, centre_points, Label("home_points").with_rows(rows).with_cols(plane));
}

// Appends the best of all sentences, and whether the nearest lists have them.
void append_best(const InputReader& in, Tape& tape, const Notes& notes, const std::shared_ptr<const AllRows>& all,
                 const InvertedLists& index, const float* question) {
  const std::vector<float> asked(question, question + all->rows.cols());
  const BestRows best =
      in.kept("best rows", std::tuple(all, asked, in.whole("k")), [&] { return best_rows(all->rows, question, in.whole("k")); });
  const std::vector<Index> order = nearest_lists(index, question);
  const auto end = order.begin() + std::min<std::ptrdiff_t>(in.whole("probe"), std::ssize(order));
  Axis rows{"sentences", {}};
  const auto readers = std::ssize(notes.sentences), count = std::ssize(best.places);
  Tensor scores(matrix_shape(count, 1)), found(matrix_shape(count, 1));
  for (Index i = 0; i < count; ++i) {
    const Index place = nth(best.places, i);
    rows.labels.push_back(place < readers ? nth(notes.sentences, place) : nth(all->made, place - readers));
    scores.at(i, 0) = nth(best.scores, i);
    found.at(i, 0) = std::find(order.begin(), end, Index{nth(index.list_of, place)}) != end ? 1.0f : 0.0f;
  }
  constant(tape, std::move(scores), Label("best", "@largest_of_all").with_rows(rows).with_cols(keyed_column("@score")));
  const NodeId hits =
      constant(tape, std::move(found), Label("hits", "@its_list_is_looked_at").with_rows(rows).with_cols(keyed_column("@found")));
  mean(tape, hits, Along::columns, Label("recall").with_cols(keyed_column("@recall")));
}

// Returns 1, 2, 4, ... and the number of all lists.
std::vector<Index> numbers_tried(Index lists) {
  std::vector<Index> numbers;
  for (Index i = 1; i < lists; i *= 2) numbers.push_back(i);
  numbers.push_back(lists);
  return numbers;
}

void append_trade_off(const InputReader& in, Tape& tape, const Notes& notes, const std::shared_ptr<const AllRows>& all,
                      const std::shared_ptr<const InvertedLists>& index) {
  const auto key = std::tuple(all, index, notes.model, in.seed(), in.toggle("little"), in.whole("k"));
  const std::vector<ListsLookedAt> tried = in.kept("trade-off", key, [&] {
    const SentenceRows questions = rows_of_sentences(*notes.model, made_questions(in.seed(), kTried), in.toggle("little"));
    return trade_off(all->rows, *index, questions.rows, in.whole("k"), numbers_tried(index->centres.rows()));
  });
  const auto count = std::ssize(tried);
  Tensor read(matrix_shape(count, 1)), recall(matrix_shape(count, 1));
  std::vector<std::string> names;
  for (Index i = 0; i < count; ++i) {
    const ListsLookedAt& looked = nth(tried, i);
    names.push_back(looked.lists == 1 ? "@one_list" : "@lists " + std::to_string(looked.lists));
    read.at(i, 0) = static_cast<float>(looked.read);
    recall.at(i, 0) = static_cast<float>(looked.recall);
  }
  const Axis rows = keyed_axis("", std::move(names));
  constant(tape, std::move(read), Label("read_by_lists", "@mean_read").with_rows(rows).with_cols(keyed_column("@read_share")));
  constant(tape, std::move(recall), Label("recall_by_lists", "@mean_found").with_rows(rows).with_cols(keyed_column("@recall")));
}

}  // namespace

void append_index(const InputReader& in, Tape& tape, const Notes& notes, const Vectors& vectors) {
  const Tensor& own = tape.value(vectors.all);
  const std::shared_ptr<const AllRows> all = all_rows(in, notes, own);
  const auto index = in.kept("inverted lists", std::tuple(all, in.seed()), [&] {
    return std::make_shared<const InvertedLists>(inverted_lists(all->rows, number_of_lists(all->rows.rows()), in.seed(), in.replay()));
  });
  const auto scope = tape.scope("index");
  const IndexNodes nodes = append_lists(in, tape, notes, vectors, *index);
  append_rows_read(tape, *index, nodes.probed);
  append_plane(tape, notes, vectors, nodes);
  append_best(in, tape, notes, all, *index, own.row(own.rows() - 1));
  append_trade_off(in, tape, notes, all, index);
}

void show_index(LessonBuild& out) {
  out.panels.push_back({View::plane, {"index.points", "index.home_points"}, "index", {PanelRole::points, PanelRole::moved}});
  out.show(View::heatmap, "index.products", "index.plane_rows");
  out.show(View::heatmap, "index.axes", "index.plane_rows");
  out.show(View::matrix, "index.centre_points", "index.plane_rows");
  out.show(View::heatmap, "index.centres", "index.rows");
  out.show(View::heatmap, "index.nearness", "index.rows");
  out.show(View::links, "index.lists", "index.rows");
  out.show(View::matrix, "index.lists", "index.rows");
  for (const char* node : {"index.looked_at", "index.in_lists"}) out.show(View::matrix, node, "index.rows");
  for (const char* node : {"index.probed", "index.sizes", "index.rows_read", "index.multiplications"})
    out.show(View::matrix, node, "index");
  out.show(View::ranking, "index.best", "many");
  for (const char* node : {"index.hits", "index.recall"}) out.show(View::matrix, node, "many");
  out.show(View::ranking, "index.read_by_lists", "many");
  out.show(View::ranking, "index.recall_by_lists", "many");
}

}  // namespace gf::retrieval_lesson
