-- SPDX-License-Identifier: GPL-3.0-or-later
-- What Slurm's cli_filter/lua gives a script: the table `slurm` and the options of a job as sbatch has them (long names, NAME=VALUE here).
local function logs(kind)
    return function(format, ...) print(kind .. ": " .. string.format(format, ...)) end
end
slurm = {SUCCESS = "SUCCESS", ERROR = "ERROR", log_error = logs("error"), log_info = logs("info"), log_debug = logs("debug")}
dofile(arg[1])
local options = {type = "sbatch", ["job-name"] = "train"}
for index = 2, #arg do
    local name, value = arg[index]:match("^([%w-]+)=(.*)$")
    options[name] = value
end
slurm_cli_setup_defaults({}, false)
print(slurm_cli_pre_submit(options, 0))
assert(slurm_cli_post_submit(0, 1, 0) == slurm.SUCCESS)
