using System.Globalization;
using IwTune.Server.Cli;
using IwTune.Server.Console;
using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Holds.Pages;

/// <summary>The actions of the buttons for holds and releases: first show the hosts and the way back, then do it.</summary>
internal sealed class Holding(Publishers publishers, Requirements requirements, SeenHosts seen, Flash flash)
{
    public FleetHost? Find(string? hostId) => hostId is null ? null : seen.Find(hostId);

    /// <summary>A hold in force; <see langword="null"/> when there is none.</summary>
    public ServerHold? FindHold(string? id) =>
        id is null
            ? null
            : seen
                .All.Where(host => requirements.Current.PinOf(host.Id)?.Id == id)
                .Select(host => new HeldHost(host, requirements.Current.PinOf(host.Id)!).View(requirements.Current))
                .FirstOrDefault();

    /// <param name="hostId">The one host; <see langword="null"/> when a selector was typed.</param>
    /// <param name="input">The form.</param>
    /// <param name="context">Where the answer goes.</param>
    public async Task<HoldResult> SubmitAsync(string? hostId, HoldInput input, HttpContext context)
    {
        var (scope, wrong) = AskedHosts.Read(hostId, hostId is null ? input.Selector : null);
        var limited = Duration.TryParse(input.For.Trim(), out var time);
        var result = new HoldResult
        {
            ScopeProblem = scope is null ? string.Join("; ", wrong.Select(problem => problem.Rule)) : null,
            ForProblem =
                limited || string.IsNullOrWhiteSpace(input.For) ? null : "A number and a unit, such as 30m, 2h or 7d; empty for no end.",
        };
        if (scope is null || result.ForProblem is not null)
            return result;
        var may = context.User.Rights().Over(Permission.HoldsWrite);
        var matched = scope.In(By(context));
        if (BeyondScope.Problem(may, matched) is { } beyond)
            return result with { ScopeProblem = Sentences.Start(beyond.Rule) };
        var free = matched.Where(host => requirements.Current.PinOf(host.Id) is null).ToList();
        if (free.Count == 0)
            return result with
            {
                ScopeProblem = matched.Count == 0 ? Sentences.Start(scope.NoMatch(may).Rule) : "All matching hosts are already held.",
            };
        result = result with
        {
            Canonical = scope.Host ?? scope.Selector!.ToString(),
            Impact = Impact(matched.Count, free),
            MustType = HalfOfFleet.Needs(free.Count, seen.Count) ? free.Count : null,
        };
        if (input.Action != "hold" || (hostId is null && input.Seen != result.Canonical))
            return result;
        var request = new HoldRequest(
            scope.Host,
            scope.Selector?.ToString(),
            input.Reason.Trim(),
            limited ? (long)time.Time.TotalSeconds : null,
            int.TryParse(input.Confirm, NumberStyles.AllowThousands, CultureInfo.InvariantCulture, out var number) ? number : null
        );
        var outcome = await SetHold.RunAsync(By(context), request);
        if (outcome.Reply is not { } reply)
            return result with
            {
                ScopeProblem =
                    outcome.Nothing.Length > 0 ? outcome.Nothing : Rule(outcome.Problems, "host") ?? Rule(outcome.Problems, "selector"),
                ForProblem = Rule(outcome.Problems, "forSeconds"),
                ReasonProblem = Rule(outcome.Problems, "reason"),
                ConfirmProblem = Rule(outcome.Problems, "confirm"),
            };
        var who = reply.Matched == 1 ? reply.Holds[0].HostName : Quantities.Of(reply.Held, "host");
        flash.Leave(
            context,
            new($"{who} {(reply.Held == 1 ? "is" : "are")} held.", "To end the hold, release it; the current policy then applies.")
        );
        context.Response.Redirect(hostId is null ? "/standing?kind=holds" : $"/hosts/{Address.Segment(hostId)}");
        return result;
    }

    /// <returns>What is wrong; <see langword="null"/> when it was released.</returns>
    public async Task<string?> ReleaseAsync(ServerHold hold, string? reason, HttpContext context)
    {
        if (Publish.ReasonProblems(reason).FirstOrDefault() is { } problem)
            return problem.Rule;
        var outcome = await ReleaseHold.RunAsync(By(context), new ReleaseRequest(Hold: hold.Id, Reason: reason!.Trim(), Confirm: 1));
        flash.Leave(
            context,
            new(
                outcome.Reply is null
                    ? outcome.Problems is [var first, ..]
                        ? first.Rule
                        : outcome.Nothing
                    : $"{hold.HostName} released.",
                outcome.Reply is null ? "" : "To hold it again at what is then required, use Hold."
            )
        );
        context.Response.Redirect($"/hosts/{Address.Segment(hold.HostId)}");
        return null;
    }

    private string Impact(int matched, List<FleetHost> free)
    {
        var set = requirements.Current;
        var at = free.CountBy(host => HoldWrites.Named(set.For(host.Identity).Content))
            .OrderByDescending(pair => pair.Value)
            .Select(pair => $"{Quantities.Count(pair.Value)} at {pair.Key}");
        var already = matched - free.Count;
        return $"{Quantities.Of(free.Count, "host")} of {Quantities.Count(seen.Count)} {(free.Count == 1 ? "is" : "are")} held from now "
            + $"on: {string.Join(", ", at)}."
            + (
                already > 0
                    ? $" {Quantities.Of(already, "other")} that match {(already == 1 ? "is" : "are")} already held and unchanged."
                    : ""
            );
    }

    private Publisher By(HttpContext context) => publishers.Of(context.User, Permission.HoldsWrite);

    private static string? Rule(IReadOnlyList<PolicyProblem> problems, string path) =>
        problems.FirstOrDefault(problem => problem.Path == path)?.Rule;
}
