-- SPDX-License-Identifier: GPL-3.0-or-later
-- Slurm asks this before a job is submitted (slurm.conf: CliFilterPlugins=cli_filter/lua; this file beside slurm.conf on the submitting hosts).
-- A job that names a plan is refused where the plan does not fit the cards that it asks for, and where the plan is wrong or not there:
--     PLIMSOLL_PLAN=train.plimsoll sbatch --gres=gpu:a100:4 train.sh
-- Without a plan there is nothing to judge. What is not known (a model, a card, one that is not listed here, plimsoll itself on this host) goes
-- on, with a word about it; `closed` refuses it as well.
local closed = false

-- Types of this cluster's GRES as plimsoll calls the cards.
local cards = {
    a100 = "A100 SXM4 80GB",
    h100 = "H100 SXM5",
    h200 = "H200 SXM",
    l40s = "L40S",
    v100 = "V100 SXM2 32GB",
}

-- Refusals that say "I have not heard of that name"; every other one says that the plan is wrong (plimsoll_gate.py, NOT_HEARD_OF).
local not_heard_of = {
    "^[%w_.-]+: read .*, accepted: a preset %(plimsoll models",
    "^[%w_.-]+: read .*, accepted: a model of the local Hugging Face cache",
    "^[%w_.-]+: read .*, accepted: a name of the catalogue",
    "^[%w_]+: model type [^ (]%S* has no description",
}

local function quoted(word)
    return "'" .. word:gsub("'", "'\\''") .. "'"
end

-- An option's text; "" where it is not given, or where the command that asks has no such option.
local function text_of(options, name)
    local text = tostring(options[name] or "")
    return (text == "invalid-context" or text == "unset" or text == "(null)") and "" or text
end

-- A number of sbatch, the least of a range; 1 where none is given.
local function number_of(options, name)
    local count = tonumber(text_of(options, name):match("^%d+"))
    return count and count >= 1 and count or 1
end

-- How many times the number of an option counts in the job.
local function times(options, name)
    local nodes = number_of(options, "nodes")
    if name == "gpus-per-task" or name == "tres-per-task" then
        return math.max(number_of(options, "ntasks"), nodes * number_of(options, "ntasks-per-node"))
    end
    return name == "gpus" and 1 or nodes * (name == "gpus-per-socket" and number_of(options, "sockets-per-node") or 1)
end

-- "gres:gpu:a100:4", "gres/gpu=2", "a100:2" or "2" as type and number; the type is nil where none is named, both where it is no GPU.
local function gpu_of(item, bare)
    item = item:gsub("^%s+", ""):gsub("%s+$", ""):gsub("^gres[:/]", "")
    local rest = item == "gpu" and "" or item:match("^gpu[:/=](.*)$") or (bare and item) or nil
    if not rest then return nil, nil end
    local kind, count = rest:match("^(%a[%w_.-]*)[:=]?(%d*)$")
    if kind then return kind:lower(), tonumber(count) or 1 end
    return nil, tonumber(rest:match("^%d+")) or 1
end

-- The typed GPUs of the first option that names some, each a type and a number; and how many are asked for without a type, by the first
-- option that does, nil where none is.
local function asked_for(options)
    local untyped = nil
    for _, name in ipairs({"gpus", "gpus-per-node", "gpus-per-socket", "gpus-per-task", "gres", "tres-per-task"}) do
        local found, plain = {}, 0
        for item in text_of(options, name):gsub("%b()", ""):gmatch("[^,]+") do
            local kind, count = gpu_of(item, name:sub(1, 4) == "gpus")
            if kind then found[#found + 1] = {kind = kind, count = count * times(options, name)} end
            if count and not kind then plain = plain + count * times(options, name) end
        end
        if #found > 0 then return found, nil end
        if plain > 0 and not untyped then untyped = plain end
    end
    return {}, untyped
end

local function run(command)
    local pipe = io.popen("LC_ALL=C.UTF-8 timeout 30 " .. command .. "; echo status $?")
    if not pipe then return nil, "" end
    local said = pipe:read("*a")
    pipe:close()
    local status = tonumber(said:match("status (%d+)%s*$"))
    return status, (said:gsub("status %d+%s*$", ""))
end

-- The line that the status is about: a table's cells with single spaces.
local function line_of(text, mark)
    for line in text:gmatch("[^\n]+") do
        if line:sub(1, #mark) == mark then return (line:gsub("  +", " ")) end
    end
    return nil
end

-- The error of plimsoll's messages, which warnings may stand before.
local function error_of(command)
    local _, said = run(command .. " 2>&1 >/dev/null")
    for line in said:gmatch("[^\n]+") do
        local message = line:match("^plimsoll: (.*)$")
        if message and not message:match("^warning: ") then return message end
    end
    return nil
end

local function refused(plan, reason)
    slurm.log_error("plimsoll: %s: %s", plan, reason)
    return slurm.ERROR
end

-- What has no verdict.
local function unknown(plan, reason)
    if closed then return refused(plan, reason) end
    slurm.log_info("plimsoll: %s was not judged: %s", plan, reason)
    return slurm.SUCCESS
end

-- So many of the first of the plan's own cards; "" where it names none, or several kinds that are together as many.
local function own_cards(judged, count)
    local _, said = run(judged .. " --format=json --brief 2>/dev/null")
    local first, all, kinds = nil, 0, 0
    for name, number in said:gmatch('"gpu": "([^"]*)",%s*"count": (%d+)') do
        if not name:match(" budget$") then
            first, all, kinds = first or name, all + tonumber(number), kinds + 1
        end
    end
    if not first or (kinds > 1 and all == count) then return "" end
    return " " .. quoted("--gpu=" .. first .. ":" .. count)
end

-- The options that name the job's cards, and what is to be said of them. A card that is not listed leaves the plan's own, a number without a
-- type their kind.
local function cards_of(options, judged)
    local words, absent, unlisted = "", nil, 0
    local typed, untyped = asked_for(options)
    for _, asked in ipairs(typed) do
        if cards[asked.kind] then
            words = words .. " " .. quoted("--gpu=" .. cards[asked.kind] .. ":" .. asked.count)
        else
            absent, unlisted = asked.kind, asked.count
        end
    end
    if absent then
        local others = words
        if words == "" then words = own_cards(judged, unlisted) end
        return words, "the card " .. absent .. " is not listed in cli_filter.lua; " ..
                      (others == "" and "the plan's own is judged" or "the others are judged"), absent
    elseif untyped then
        words = own_cards(judged, untyped)
        return words, "the job names no type of its " .. untyped .. " GPUs; the plan's own kind is judged"
    elseif #typed == 0 then
        return words, "the job names no GPU; the plan's own cards are judged"
    end
    return words, nil
end

function slurm_cli_setup_defaults(options, early_pass)
    return slurm.SUCCESS
end

function slurm_cli_pre_submit(options, pack_offset)
    local plan = os.getenv("PLIMSOLL_PLAN")
    -- A step of a job has its environment, and was judged with it.
    if not plan or plan == "" or (options.type == "srun" and os.getenv("SLURM_JOB_ID")) then
        return slurm.SUCCESS
    end
    local judged = quoted(os.getenv("PLIMSOLL") or "plimsoll") .. " estimate " .. quoted("--plan=" .. plan)
    local named, note, absent = cards_of(options, judged)
    if note then
        if closed and absent then return refused(plan, "the card " .. absent .. " is not listed in cli_filter.lua") end
        slurm.log_info("plimsoll: %s", note)
    end
    local command = judged .. named
    local status, said = run(command .. " 2>/dev/null")
    if status == 1 and line_of(said, "✕") then
        return refused(plan, line_of(said, "✕"))
    elseif status == 3 and line_of(said, "?") then
        return unknown(plan, line_of(said, "?"))
    elseif status == 3 and (line_of(said, "◔") or line_of(said, "◐")) then
        slurm.log_info("plimsoll: %s: %s", plan, line_of(said, "◔") or line_of(said, "◐"))
        return slurm.SUCCESS
    elseif status == 0 and line_of(said, "✓") then
        return slurm.SUCCESS
    elseif status == 0 then
        return unknown(plan, "no card is named")
    end
    local message = status == 2 and error_of(command)
    if not message then return unknown(plan, "plimsoll could not be asked (status " .. tostring(status) .. ")") end
    for _, pattern in ipairs(not_heard_of) do
        if message:match(pattern) then return unknown(plan, message) end
    end
    return refused(plan, message)
end

function slurm_cli_post_submit(offset, job_id, step_id)
    return slurm.SUCCESS
end
