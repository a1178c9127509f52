using IwTune.Server.Console;
using IwTune.Server.Features.Assignments;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Policies.Pages;

/// <summary>
/// What the editor's and the roll-back's buttons do. On success the answer is a redirect, so that reloading does not do it twice.
/// </summary>
internal sealed class PolicyPublishing(Publishers publishers, Database database, PolicyBoard board, Flash flash)
{
    /// <summary>Checks a draft, and publishes it on request when it is the very text of the last preview.</summary>
    /// <param name="draft">As sent.</param>
    /// <param name="expected">The policy whose editor this is; <see langword="null"/> for a new one.</param>
    /// <param name="context">The answer is written here.</param>
    public async Task<DraftResult> SubmitAsync(PolicyDraft draft, string? expected, HttpContext context)
    {
        var taken = TakenForm.Of(draft);
        var read = taken.Read;
        List<PolicyProblem> problems = [.. taken.Refused, .. read.Problems];
        if (read.Policy is { } policy)
            problems.AddRange(await NameProblemsAsync(policy, expected, context.RequestAborted));
        var assign = draft.Assign?.Trim() is { Length: > 0 } text ? text : null;
        var assignProblems = assign is null ? [] : Selector.Parse(assign).Problems;
        var result = new DraftResult
        {
            Problems = problems,
            Warnings = problems.Count == 0 ? read.Warnings : [],
            Meaning = read.Policy,
            Form = taken.Form,
            NoForm = taken.NoForm,
            AssignProblem = assignProblems.Count > 0 ? string.Join("; ", assignProblems) : null,
        };
        if (read.Policy is null || problems.Count > 0 || result.AssignProblem is not null || draft.Action is "read" or "yaml" or "form")
            return result;
        var preview = await PreviewAsync(draft, read.Policy, assign, context);
        result = result with { Preview = preview };
        var stage = draft.Action == "stage";
        if ((draft.Action != "publish" && !stage) || preview.Unchanged || draft.Checked != preview.Fingerprint)
            return result;
        var number = HalfOfFleet.Typed(draft.Confirm);
        result = result with
        {
            ReasonProblem = Publish.ReasonProblems(draft.Reason).FirstOrDefault()?.Rule,
            ConfirmProblem = !stage && preview.Half is { } half && number != half ? $"Enter {half}, the number of hosts." : null,
        };
        if ((result.ReasonProblem ?? result.ConfirmProblem) is not null)
            return result;
        var published = await Publish.RunAsync(
            Publisher(context),
            new(draft.Text, draft.Reason.Trim(), assign, Stage: stage, Base: preview.Removed ? 0 : preview.Base, Confirm: number)
        );
        if (published.Reply is not { } reply)
            return result with { Problems = published.Problems, Preview = null };
        if (stage)
            Done(context, reply, $"Revision {reply.Revision} of {reply.Policy} is staged: hosts receive it only through a rollout.");
        else
            Done(context, reply, $"Revision {reply.Revision} of {reply.Policy} is published; {Reach(reply.Hosts)}");
        return result;
    }

    /// <returns>What is wrong; <see langword="null"/> when it was done.</returns>
    public async Task<string?> RollbackAsync(string name, int to, string reason, int? confirm, HttpContext context)
    {
        if (Publish.ReasonProblems(reason).FirstOrDefault() is { } problem)
            return problem.Rule;
        if (await Rollback.ReviewAsync(Publisher(context), name, to) is { Count: > 0 } refused)
            return string.Join(' ', refused.Select(one => one.Rule));
        var (made, wrong) = await Rollback.RunAsync(Publisher(context), name, to, reason, confirm);
        if (made is not { } reply)
            return wrong?.Rule ?? $"Revision {to} no longer exists.";
        var text = reply.Unchanged
            ? $"Revision {reply.Revision} already has the same effect as revision {to}; nothing was published."
            : $"Revision {reply.Revision} has the content of revision {to}; {Reach(reply.Hosts)}";
        Done(context, reply, text);
        return null;
    }

    /// <summary>What a rollback would do.</summary>
    public async Task<RollbackPreview> PreviewRollbackAsync(string name, int to, HttpContext context)
    {
        var change = await Rollback.ChangeAsync(Publisher(context), name, to);
        return new(
            change.Release.Count == 0,
            board.CountReached(name, change),
            board.CountHeld(name, change),
            HalfOfFleet.Number(Publisher(context), change)
        );
    }

    private async Task<IEnumerable<PolicyProblem>> NameProblemsAsync(Policy policy, string? expected, CancellationToken ct)
    {
        if (expected is not null)
            return policy.Name == expected
                ? []
                : [new("policy", policy.Name, $"this editor is for {expected}; keep the name, or create a new policy", 1, 1)];
        return await board.FindAsync(policy.Name, ct) is not { } known
            ? []
            :
            [
                new(
                    "policy",
                    policy.Name,
                    known.Summary.Removed is null
                        ? "a policy of this name exists; choose another name, or edit that one"
                        : "a policy of this name was removed; choose another name, or edit that one to publish it again",
                    1,
                    1
                ),
            ];
    }

    private async Task<PolicyPreview> PreviewAsync(PolicyDraft draft, Policy policy, string? assign, HttpContext context)
    {
        var ct = context.RequestAborted;
        var before = await board.FindAsync(policy.Name, ct);
        var now = await database.ReadAsync(db => PolicyPosition.OfAsync(db, policy.Name), ct);
        var selector = assign is null ? null : Selector.Parse(assign).Selector;
        var change = await Publish.ChangeAsync(Publisher(context), policy, selector, stage: false);
        var digest = PolicyDigest.Of(policy);
        return new(
            policy.Name,
            now.Is(digest) ? (int)now.Latest!.Number : (int)now.Last + 1,
            before?.Document ?? "",
            draft.Text,
            board.CountReached(policy.Name, change),
            board.Fleet,
            now.Requires(digest),
            draft.FingerprintOn((int)now.Last)
        )
        {
            Base = (int)now.Last,
            Removed = now.Latest is null && now.Last > 0,
            Held = board.CountHeld(policy.Name, change),
            Released = (int?)now.Released?.Number,
            Overtaken = draft.Base == now.Last || before is null ? null : Since(before.Summary.Latest),
            Half = HalfOfFleet.Number(Publisher(context), change),
            Proposal = new() { Publish = [draft.Text], Assign = assign is null ? [] : [new(assign, policy.Name, Keep: true)] },
        };
    }

    private static string Since(RevisionSummary latest) =>
        $"{Actors.Name(latest.Author)} made revision {latest.Number} since: {latest.Reason}";

    private Publisher Publisher(HttpContext context) => publishers.Of(context.User, Permission.PoliciesPublish);

    private static string Reach(int count) =>
        count == 0
            ? "no host currently follows it."
            : $"{Quantities.Of(count, "host")} {(count == 1 ? "receives" : "receive")} it with the next check-in.";

    private void Done(HttpContext context, PublishReply reply, string text)
    {
        var back = reply.Previous is { } before && before != reply.Revision ? $"To undo it, roll back to revision {before}." : "";
        flash.Leave(context, new(text, back));
        context.Response.Redirect($"/policies/{Address.Segment(reply.Policy)}");
    }
}
