// Recorded training runs of all sixteen mixtures of the parts of the block of 2017 and of today.
#include <array>

#include "autograd/ops.h"
#include "lessons/modern_block_parts.h"

namespace gf::modern_block_lesson {
namespace {

// The loss in nats on unread tales after 0, 10, ..., 150 steps of Adam, the mean of three runs. The row of a mixture is the sum of 1
// (RoPE), 2 (RMSNorm), 4 (SwiGLU) and 8 (heads share keys and values). tests/lessons/modern_block_training.h trains the models.
constexpr Index kMixtures = 16, kRecords = 16, kStepsOfRecord = 10;
constexpr float kRecordedLosses[kMixtures][kRecords] = {{4.2750f, 2.8228f, 2.6640f, 2.5956f, 2.5554f, 2.4690f, 2.4321f, 2.3925f, 2.4102f,
                                                         2.3902f, 2.3492f, 2.3502f, 2.3703f, 2.3441f, 2.3280f, 2.3259f},
                                                        {4.1868f, 2.7636f, 2.5900f, 2.5146f, 2.4908f, 2.4095f, 2.3499f, 2.3218f, 2.3372f,
                                                         2.3006f, 2.2447f, 2.2459f, 2.2693f, 2.2355f, 2.2044f, 2.2081f},
                                                        {4.1970f, 2.8332f, 2.6743f, 2.5862f, 2.5399f, 2.4668f, 2.4320f, 2.3926f, 2.4154f,
                                                         2.3808f, 2.3398f, 2.3295f, 2.3600f, 2.3478f, 2.3189f, 2.3132f},
                                                        {4.1526f, 2.7517f, 2.5781f, 2.4981f, 2.4750f, 2.3845f, 2.3477f, 2.3185f, 2.3365f,
                                                         2.3094f, 2.2541f, 2.2276f, 2.2477f, 2.2084f, 2.1817f, 2.1808f},
                                                        {4.4515f, 2.8327f, 2.6323f, 2.5580f, 2.5329f, 2.4572f, 2.4054f, 2.3877f, 2.4077f,
                                                         2.3846f, 2.3543f, 2.3457f, 2.3693f, 2.3541f, 2.3107f, 2.3252f},
                                                        {4.3710f, 2.7354f, 2.5482f, 2.4947f, 2.4672f, 2.3869f, 2.3552f, 2.3090f, 2.3178f,
                                                         2.2684f, 2.2538f, 2.2240f, 2.2243f, 2.2028f, 2.1547f, 2.1618f},
                                                        {4.4189f, 2.8535f, 2.6744f, 2.5743f, 2.5310f, 2.4406f, 2.4089f, 2.4035f, 2.4228f,
                                                         2.3968f, 2.3566f, 2.3438f, 2.3633f, 2.3644f, 2.3152f, 2.3206f},
                                                        {4.3707f, 2.7249f, 2.5460f, 2.4803f, 2.4657f, 2.3739f, 2.3176f, 2.2964f, 2.3087f,
                                                         2.2655f, 2.2376f, 2.2418f, 2.2430f, 2.2023f, 2.1693f, 2.1750f},
                                                        {4.3749f, 2.8510f, 2.6651f, 2.5708f, 2.5172f, 2.4588f, 2.4112f, 2.3746f, 2.4036f,
                                                         2.3932f, 2.3449f, 2.3367f, 2.3648f, 2.3522f, 2.3115f, 2.3247f},
                                                        {4.3366f, 2.7419f, 2.5849f, 2.5055f, 2.4714f, 2.3884f, 2.3653f, 2.3160f, 2.3149f,
                                                         2.2827f, 2.2369f, 2.2468f, 2.2509f, 2.2054f, 2.1861f, 2.1940f},
                                                        {4.4021f, 2.8323f, 2.6423f, 2.5474f, 2.4926f, 2.4401f, 2.3981f, 2.3659f, 2.3942f,
                                                         2.3670f, 2.3396f, 2.3259f, 2.3473f, 2.3446f, 2.3032f, 2.3147f},
                                                        {4.3399f, 2.7290f, 2.5645f, 2.4881f, 2.4561f, 2.3767f, 2.3540f, 2.3248f, 2.3302f,
                                                         2.3036f, 2.2614f, 2.2645f, 2.2810f, 2.2461f, 2.2081f, 2.2078f},
                                                        {4.3559f, 2.8275f, 2.6505f, 2.5710f, 2.4998f, 2.4628f, 2.4014f, 2.3784f, 2.3957f,
                                                         2.3827f, 2.3374f, 2.3291f, 2.3582f, 2.3510f, 2.2969f, 2.3131f},
                                                        {4.3532f, 2.7781f, 2.5418f, 2.4829f, 2.4660f, 2.3980f, 2.3475f, 2.3333f, 2.3260f,
                                                         2.3011f, 2.2679f, 2.2597f, 2.2714f, 2.2093f, 2.1684f, 2.1761f},
                                                        {4.3201f, 2.8434f, 2.6399f, 2.5613f, 2.5067f, 2.4573f, 2.4163f, 2.4023f, 2.4050f,
                                                         2.3979f, 2.3482f, 2.3432f, 2.3477f, 2.3462f, 2.2976f, 2.3079f},
                                                        {4.3204f, 2.7770f, 2.5374f, 2.4657f, 2.4594f, 2.4009f, 2.3466f, 2.3321f, 2.3359f,
                                                         2.3051f, 2.2504f, 2.2483f, 2.2548f, 2.2476f, 2.1852f, 2.2128f}};

// The shape of the models. The three matrices of SwiGLU are two thirds as wide as the two of ReLU.
constexpr Index kTrainedWidth = 32, kTrainedLetters = 47, kReluHidden = 64, kGatedHidden = 42;

Index parameters_of(bool rms, bool gate, bool shared) {
  const Index keys = shared ? kTrainedWidth / 2 : kTrainedWidth, attention = 2 * kTrainedWidth * (kTrainedWidth + keys),
              feed_forward = kTrainedWidth * (gate ? 3 * kGatedHidden : 2 * kReluHidden), norms = 3 * kTrainedWidth * (rms ? 1 : 2);
  return 2 * kTrainedLetters * kTrainedWidth + attention + feed_forward + norms;
}

}  // namespace

void append_recorded_runs(const InputReader& in, LessonBuild& out) {
  Tape& tape = out.tape;
  const auto scope = tape.scope("trained");
  const bool rope = in.toggle("rope"), rms = in.toggle("rms"), gate = in.toggle("gated"), shared = in.toggle("sharing");
  const std::size_t mixture = (rope ? 1u : 0u) + (rms ? 2u : 0u) + (gate ? 4u : 0u) + (shared ? 8u : 0u);
  // The record before the first step is left out, because it would flatten the curves.
  Tensor losses(matrix_shape(kRecords - 1, 2));
  Axis steps{"steps", {}};
  for (Index record = 1; record < kRecords; ++record) {
    const auto at = static_cast<std::size_t>(record);
    losses.at(record - 1, 0) = kRecordedLosses[0][at];
    losses.at(record - 1, 1) = kRecordedLosses[mixture][at];
    steps.labels.push_back(std::to_string(record * kStepsOfRecord));
  }
  const Axis models = keyed_axis("", {"@block_of_2017", "@block_with_parts"});
  const NodeId curves = constant(tape, std::move(losses), Label("curves", "@recorded_runs").with_rows(steps).with_cols(models));
  const NodeId last = slice(tape, curves, kRecords - 2, kRecords - 1, "last_record", Along::rows);
  const NodeId one = constant(tape, Tensor::filled(matrix_shape(1, 1), 1), Label("one", "1").with_cols(keyed_axis("", {"@loss"})));
  matmul_tn(tape, last, one, Label("last_losses", "last_recordᵀ"));
  Tensor counts(matrix_shape(2, 1));
  counts.at(0, 0) = static_cast<float>(parameters_of(false, false, false));
  counts.at(1, 0) = static_cast<float>(parameters_of(rms, gate, shared));
  constant(tape, std::move(counts), Label("parameters", "@as_counted").with_rows(models).with_cols(keyed_axis("", {"@count"})));
  out.show(View::curve, "trained.curves", "trained");
  for (const char* node : {"trained.last_losses", "trained.parameters"})
    for (const View view : {View::ranking, View::matrix}) out.show(view, node, "trained");
}

}  // namespace gf::modern_block_lesson
