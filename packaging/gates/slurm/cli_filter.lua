-- SPDX-License-Identifier: GPL-3.0-or-later
-- Slurm asks this before a job is submitted (slurm.conf: CliFilterPlugins=cli_filter/lua; this file beside slurm.conf on the submitting hosts).
-- A job that names a plan is refused where the plan does not fit the card that it asks for:
--     PLIMSOLL_PLAN=train.plimsoll sbatch --gres=gpu:a100:4 train.sh
-- Open by default: without a plan, with one that cannot be read, or on a card that is not listed here, the job goes on, with a word about it.

-- Types of this cluster's GRES as plimsoll calls the cards.
local cards = {
    a100 = "A100 SXM4 80GB",
    h100 = "H100 SXM5",
    h200 = "H200 SXM",
    l40s = "L40S",
    v100 = "V100 SXM2 32GB",
}

local function quoted(word)
    return "'" .. word:gsub("'", "'\\''") .. "'"
end

-- "gpu:a100:4", "a100:2" or "gpu:2" as type and number.
local function asked_for(options)
    for _, name in ipairs({"gpus", "gpus-per-node", "gres"}) do
        local text = options[name]
        if text and text ~= "" then
            local kind, count = text:gsub("^gres[:/]", ""):gsub("^gpu[:/]", ""):match("^([%a][%w_%-]*):?(%d*)")
            if kind and kind ~= "gpu" then
                return kind:lower(), count ~= "" and count or "1"
            end
        end
    end
    return nil
end

local function run(command)
    local pipe = io.popen(command .. " 2>&1; echo status $?")
    if not pipe then return nil, "" end
    local said = pipe:read("a")
    pipe:close()
    local status = tonumber(said:match("status (%d+)%s*$"))
    return status, (said:gsub("status %d+%s*$", ""):gsub("%s+$", ""))
end

local function first_line(text)
    return text:match("^[^\n]*") or ""
end

function slurm_cli_setup_defaults(options, early_pass)
    return slurm.SUCCESS
end

function slurm_cli_pre_submit(options, pack_offset)
    local plan = os.getenv("PLIMSOLL_PLAN")
    if not plan or plan == "" then
        return slurm.SUCCESS
    end
    local command = quoted(os.getenv("PLIMSOLL") or "plimsoll") .. " estimate --plan " .. quoted(plan)
    local kind, count = asked_for(options)
    if kind then
        local card = cards[kind]
        if not card then
            slurm.log_info("plimsoll: the card %s is not listed in cli_filter.lua; the plan's own is judged", kind)
        else
            command = command .. " --gpu " .. quoted(card .. ":" .. count)
        end
    end
    local status, said = run(command)
    if status == 1 then
        slurm.log_error("plimsoll: %s: %s", plan, first_line(said))
        return slurm.ERROR
    elseif status == 3 then
        slurm.log_info("plimsoll: %s: %s", plan, first_line(said))
    elseif status ~= 0 then
        slurm.log_info("plimsoll: %s was not judged: %s", plan, first_line(said))
    end
    return slurm.SUCCESS
end

function slurm_cli_post_submit(offset, job_id, step_id)
    return slurm.SUCCESS
end
