// A trace, or a part of it, as text for other programs. parse_block (core/block.h) reads the matrices of each.
#pragma once

#include <optional>
#include <string>

#include "protocol/texts.h"
#include "protocol/trace.h"

namespace gf {

enum class ExportFormat { json, csv, numpy, torch, latex };
inline constexpr const char* kExportFormatNames[] = {"json", "csv", "numpy", "torch", "latex"};

/// The format of this name. Throws InputError "unknown_choice" for another one; `where` says what asked for it.
ExportFormat export_format_named(std::string_view name, const std::string& where);

/// The ending of a file in this format: "py".
std::string_view ending_of(ExportFormat format);

/// Writes the nodes of `extent`.
///   json   the trace of design: see to_json(Trace)
///   csv    a line "# query (3, 4)", a line of column labels, a line a row with its label; nodes apart by an empty line
///   numpy  query = np.array([[1.5, ...], ...], dtype=np.float32)
///   torch  query = torch.tensor([[1.5, ...], ...])
///   latex  see export/latex.h
/// If a node has more than `extent.most_values` values, a line says how many are left out; JSON has the sums of its rows and columns. A
/// cell that a question veils is empty, `nan` or \square.
std::string export_trace(const Trace& trace, ExportFormat format, const Texts& texts, const TraceExtent& extent = {});

/// Writes the arithmetic of a cell.
///   json   its explanation: see to_json(Explanation)
///   csv    a line an operand: its node, row and column labels, and value
///   numpy, torch  the program of its node, and a print of the cell
///   latex  an align* environment: see export/latex.h
std::string export_cell(const Trace& trace, int node, const Cell& cell, ExportFormat format, const Texts& texts);

/// Writes the whole computation as a program in NumPy or PyTorch that makes every number anew, and prints what the panels of the lesson
/// show (program_of_all).
std::string export_program(const Trace& trace, ExportFormat format, const Texts& texts);

/// JSON for people: indented, with a row of a matrix on one line, and a line break at the end.
std::string readable(const nlohmann::json& value);

}  // namespace gf
