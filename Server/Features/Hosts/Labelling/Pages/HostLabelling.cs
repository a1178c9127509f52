using IwTune.Server.Console;
using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Hosts.Labelling.Pages;

/// <summary>The action of the form that labels hosts: first show the hosts and the policies they move to, then do it.</summary>
internal sealed class HostLabelling(Publishers publishers, Requirements requirements, SeenHosts seen, Flash flash)
{
    /// <param name="input">The form.</param>
    /// <param name="context">Where the answer goes.</param>
    public async Task<LabelResult> SubmitAsync(LabelInput input, HttpContext context)
    {
        var request = new LabelHostsRequest(
            null,
            input.Selector,
            input.Key,
            string.IsNullOrWhiteSpace(input.Value) ? null : input.Value,
            input.Reason.Trim(),
            HalfOfFleet.Typed(input.Confirm)
        );
        var (change, scope, wrong) = LabelChange.Read(request);
        if (change is null || scope is null || wrong.Count > 0)
            return Shown(new(), wrong);
        var by = publishers.Of(context.User, Permission.HostsWrite);
        var may = by.Scope;
        var matched = scope.In(by);
        if (BeyondScope.Problem(may, matched) is { } beyond)
            return new() { ScopeProblem = Sentences.Start(beyond.Rule) };
        var made = Relabelled.Of(change, [.. matched.Select(host => host.Identity)]);
        if (made.Hosts.Count == 0)
            return new() { ScopeProblem = matched.Count == 0 ? Sentences.Start(scope.NoMatch(may).Rule) : made.Nothing() };
        if (made.Problems(may) is { Count: > 0 } broken)
            return Shown(new(), broken);
        var result = new LabelResult
        {
            Canonical = $"{scope.Selector} {change}",
            Impact = [.. Impact(made)],
            Does = change.Value is null ? $"Remove {change.Key}" : $"Set {change}",
            MustType = HalfOfFleet.Needs(made.Hosts.Count, seen.Count) ? made.Hosts.Count : null,
            Fleet = seen.Count,
        };
        if (input.Action != "apply" || input.Seen != result.Canonical)
            return result;
        var outcome = await LabelHosts.RunAsync(by, request);
        if (outcome.Reply is not { } reply)
            return outcome.Nothing.Length > 0 ? result with { ScopeProblem = outcome.Nothing } : Shown(result, outcome.Problems);
        flash.Leave(
            context,
            new(
                change.Value is null
                    ? $"Label {change.Key} was removed from {Quantities.Of(reply.Changed, "host")}."
                    : $"{Quantities.Of(reply.Changed, "host")} {(reply.Changed == 1 ? "has" : "have")} the label {change}.",
                "The audit log has the labels of each host before; set the label again to restore them."
            )
        );
        context.Response.Redirect(Address.Of("/hosts", ("q", scope.Selector!.ToString())));
        return result;
    }

    private IEnumerable<string> Impact(Relabelled made)
    {
        var (change, count) = (made.Change, made.Hosts.Count);
        var all = $"{Quantities.Of(count, "host")} of {Quantities.Count(seen.Count)}";
        yield return change.Value is null
            ? $"{all} {(count == 1 ? "loses" : "lose")} the label {change.Key}."
            : $"{all} {(count == 1 ? "gets" : "get")} the label {change}.";
        var replaced = made
            .Hosts.Select(host => host.Labels.GetValueOrDefault(change.Key))
            .OfType<string>()
            .CountBy(value => value)
            .OrderByDescending(value => value.Value)
            .ToList();
        if (replaced.Count > 0)
            yield return $"{(change.Value is null ? "Removed" : "Replaced")}: "
                + string.Join(", ", replaced.Take(5).Select(value => $"{change.Key}={value.Key} on {Quantities.Count(value.Value)}"))
                + (replaced.Count > 5 ? $" and {Quantities.Of(replaced.Count - 5, "further value")}." : ".");
        if (made.Matched > count)
            yield return change.Value is null
                ? $"{Quantities.Of(made.Matched - count, "other")} that match {(made.Matched - count == 1 ? "does" : "do")} not have it."
                : $"{Quantities.Of(made.Matched - count, "other")} that match {(made.Matched - count == 1 ? "has" : "have")} it already.";
        var moves = made.Moves(requirements.Current);
        if (moves.Count == 0)
            yield return "No host moves to another policy.";
        foreach (var move in moves)
            yield return $"{Quantities.Of(move.Hosts, "host")} {(move.Hosts == 1 ? "moves" : "move")} from {move.From ?? "no policy"} to "
                + $"{move.To ?? "no policy"}.";
    }

    private static LabelResult Shown(LabelResult result, IReadOnlyList<PolicyProblem> problems) =>
        result with
        {
            ScopeProblem = Rule(problems, BeyondScope.Path) ?? Rule(problems, "selector") ?? Rule(problems, "host"),
            KeyProblem = Rule(problems, "key"),
            ValueProblem = Rule(problems, "value"),
            ReasonProblem = Rule(problems, "reason"),
            ConfirmProblem = Rule(problems, "confirm"),
        };

    private static string? Rule(IReadOnlyList<PolicyProblem> problems, string path) =>
        problems.FirstOrDefault(problem => problem.Path == path) is { } problem ? Sentences.Start(problem.Rule) : null;
}
