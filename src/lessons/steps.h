// The guided steps of the lessons: one function a lesson, each in NAME_steps.cpp beside the lesson.
#pragma once

#include <vector>

#include "protocol/step.h"

namespace gf {

std::vector<Step> start_steps();
std::vector<Step> dictionary_steps();
std::vector<Step> matrix_dictionary_steps();
std::vector<Step> softmax_steps();
std::vector<Step> one_matrix_steps();
std::vector<Step> words_pulling_words_steps();
std::vector<Step> spaces_steps();
std::vector<Step> next_word_steps();
std::vector<Step> position_encoding_steps();
std::vector<Step> self_attention_steps();
std::vector<Step> multi_head_steps();
std::vector<Step> block_steps();
std::vector<Step> tokenizer_steps();
std::vector<Step> embeddings_steps();
std::vector<Step> encoder_decoder_steps();
std::vector<Step> backpropagation_steps();
std::vector<Step> training_steps();
std::vector<Step> lora_steps();
std::vector<Step> language_model_steps();
std::vector<Step> generation_steps();
std::vector<Step> quantization_steps();
std::vector<Step> sampling_steps();
std::vector<Step> scaling_steps();
std::vector<Step> prompting_steps();
std::vector<Step> retrieval_steps();
std::vector<Step> end_steps();

}  // namespace gf
