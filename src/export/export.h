// A trace, or one node of it, as text for other programs.
#pragma once

#include <string>

#include "protocol/trace.h"

namespace gf {

enum class ExportFormat { json, csv, numpy, latex, svg };

/// Writes all nodes, or with `extent.only` not empty the node of that name.
///   json   the trace of design: see to_json(Trace); the other formats write all values
///   csv    a line "# query (3, 4)", a line of column labels, a line a row with its label; nodes apart by an empty line
///   numpy  query = np.array([[1.5, ...], ...], dtype=np.float32)
///   latex  \mathrm{query} = \begin{pmatrix} ... \end{pmatrix}, four decimals
///   svg    one drawing with a table a matrix: labels, values, cells shaded by sign and size
std::string export_trace(const Trace& trace, ExportFormat format, const TraceExtent& extent = {});

/// JSON for people: indented, with a row of a matrix on one line, and a line break at the end.
std::string readable(const nlohmann::json& value);

}  // namespace gf
