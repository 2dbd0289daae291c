// SPDX-License-Identifier: GPL-3.0-or-later
// The calls behind Python's own types (packaging/python/plimsoll).
#include "packaging/python/src/calls.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;

NB_MODULE(_core, module)
{
    using namespace plimsoll::python;
    const nb::call_guard<nb::gil_scoped_release> free;
    module.attr("version") = PLIMSOLL_VERSION;
    module.def("estimate", &estimate, free);
    module.def("estimates", &estimates, free);
    module.def("estimate_as", &estimate_as, free);
    module.def("solve", &solve, free);
    module.def("solve_as_text", &solve_as_text, free);
    module.def("splits", &splits, free);
    module.def("advise", &advise, free);
    module.def("compare", &compare, free);
    module.def("compare_as", &compare_as, free);
    module.def("sweep", &sweep, free);
    module.def("inspect", &inspect, free);
    module.def("inspect_as_text", &inspect_as_text, free);
    module.def("import_text", &import_text, free);
    module.def("export_text", &export_text, free);
    module.def("with_typed", &with_typed, free);
    module.def("plans_in", &plans_in, free);
    module.def("fields", &fields, free);
    module.def("models", &models, free);
    module.def("gpus", &gpus, free);
}
