// A trace, or a part of a trace, as text for other programs. parse_block (core/block.h) reads the matrices of each format.
#pragma once

#include <cstddef>
#include <iterator>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "protocol/texts.h"
#include "protocol/trace.h"

namespace gf {

enum class ExportFormat { json, csv, numpy, torch, latex };
inline constexpr std::string_view kExportFormatNames[] = {"json", "csv", "numpy", "torch", "latex"};
static_assert(std::size(kExportFormatNames) == static_cast<std::size_t>(ExportFormat::latex) + 1);

/// Returns the format of this name. Throws InputError "unknown_choice" for an unknown name. `where` names the option in the message.
ExportFormat export_format_named(std::string_view name, const std::string& where);

/// Returns the ending of a file in this format, such as "py".
std::string_view ending_of(ExportFormat format);

/// Returns the nodes of `extent` as text.
///   json   see to_json(Trace)
///   csv    a line "# query (3, 4)", a line of column labels, a line for each row with its label; an empty line between nodes
///   numpy  query = np.array([[1.5, ...], ...], dtype=np.float32)
///   torch  query = torch.tensor([[1.5, ...], ...])
///   latex  see export/latex.h
/// If a node has more than `extent.most_values` values, a line says how many are left out, and JSON has the sums of its rows and columns. A
/// cell that a question veils is empty, `nan` or \square.
std::string export_trace(const Trace& trace, ExportFormat format, const Texts& texts, const TraceExtent& extent = {});

/// Returns the arithmetic of a cell as text.
///   json   its explanation: see to_json(Explanation)
///   csv    a line for each operand: its node, row and column labels, and value
///   numpy, torch  the program of its node, and a print of the cell
///   latex  an align* environment: see export/latex.h
std::string export_cell(const Trace& trace, int node, const Cell& cell, ExportFormat format, const Texts& texts);

/// Returns the whole computation as a program in NumPy or PyTorch. The program computes all numbers again, and prints the nodes in the
/// panels of the lesson (program_of_all).
std::string export_program(const Trace& trace, ExportFormat format, const Texts& texts);

/// Returns the whole lesson: its program if the format is NumPy or PyTorch, otherwise its trace.
std::string export_lesson(const Trace& trace, ExportFormat format, const Texts& texts);

/// Returns JSON for people: indented, with a row of a matrix on one line, and a line break at the end.
std::string readable(const nlohmann::json& value);

}  // namespace gf
