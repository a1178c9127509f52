using System.CommandLine;
using System.Globalization;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Selectors;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Agent.Cli.Fleet.Hosts;

/// <summary>One host with everything the server knows about it.</summary>
internal static class HostsShowVerb
{
    public static Verb Create(CliContext context)
    {
        var name = new Argument<string>("NAME") { Description = "Its name, or its id" };
        var verb = new Verb(VerbGroup.Fleet, "show", "One host: facts, targets, evidence, history");
        verb.Add(name);
        verb.Shows(
            context,
            parsed => FleetPaths.Host(parsed.GetRequiredValue(name)),
            () => HostsJson.Default.HostDetail,
            host => Print(context.Terminal, host, context.Time.GetUtcNow()),
            name
        );
        return verb;
    }

    private static void Print(Terminal terminal, HostDetail host, DateTimeOffset now)
    {
        var (row, facts) = (host.Summary, host.Facts);
        Columns.Write(
            terminal.Out,
            [
                ("host", $"{row.Name}, {row.Id}"),
                ("system", SystemText(facts)),
                ("labels", row.Labels.Count == 0 ? "none" : string.Join(' ', row.Labels.Select(label => $"{label.Key}:{label.Value}"))),
                .. host.SelectorFacts.Count > 0
                    ? [("facts", string.Join(' ', host.SelectorFacts.Select(fact => Selector.TextOf(fact.Key, fact.Value))))]
                    : Array.Empty<(string, string)>(),
                ("policy", $"{FleetText.Policy(row)}: {host.AssignmentReason}"),
                .. host.OwnLimits is { } limits ? [("limits", limits)] : Array.Empty<(string, string)>(),
                .. host.Beyond.Select(beyond => ("", beyond)),
                .. host.Exceptions.Select(exception =>
                    (
                        "excepted",
                        $"{FleetText.Until(exception)}: {exception.Reason}{(exception.Ticket.Length > 0 ? $" ({exception.Ticket})" : "")}"
                    )
                ),
                (
                    row.Retired is null ? "verdict" : "when it left",
                    $"{terminal.Paint(FleetText.InkOf(row.Verdict), VerdictWords.Of(row.Verdict).Word)}: {row.Reason}"
                ),
                (
                    "held",
                    host.Hold is { } hold
                        ? $"by {Actors.Name(hold.By)} since "
                            + $"{FleetText.Time(hold.Since)}{(hold.Until is { } until ? $" until {FleetText.Time(until)}" : "")}: "
                            + $"{hold.Reason}{(hold.Lacks.Length > 0 ? $"; it lacks {hold.Lacks}" : "")}"
                        : "no"
                ),
                .. host.Credential is { } secret
                    ?
                    [
                        (
                            "secret",
                            $"{Age.Of(now - secret.Made)} "
                                + $"old{(secret.Asked is null ? "" : $", a new one is asked for: {secret.Why}")}"
                                + $"{(secret.Half ? ", a new one is made and not used yet" : "")}"
                        ),
                        (
                            "host key",
                            $"{HostKeys.Shown(secret.Key)}"
                                + $"{(secret.KeyAt is { } registered ? $", registered {FleetText.Time(registered)}" : "")}"
                        ),
                    ]
                    : Array.Empty<(string, string)>(),
                ("last seen", row.LastSeen is { } seen ? $"{Age.Of(now - seen)} ago" : "never"),
            ]
        );
        PrintAssignments(terminal, host.Assignments);
        PrintTargets(terminal, host);
        PrintHistory(terminal, host.History);
    }

    private static string SystemText(HostFacts facts) =>
        string.Join(
            ", ",
            (
                (string[])
                    [
                        facts.OsName,
                        $"{(facts.Os == "windows" ? "version" : "kernel")} {facts.Kernel}",
                        facts.CongestionControl,
                        facts.Qdisc,
                        $"iwtune {facts.AgentVersion}",
                    ]
            ).Where(part => part.Length > 0)
        );

    private static void PrintAssignments(Terminal terminal, IReadOnlyList<AssignmentChoice> matching)
    {
        if (matching.Count < 2)
            return;
        var table = new Table(("PRIORITY", Align.Right), ("POLICY", Align.Left), ("SELECTOR", Align.Left), ("WHY", Align.Left));
        foreach (var one in matching)
            table.Add(FleetText.Number(one.Priority), new Cell(one.Policy, one.Wins ? Ink.Good : Ink.Plain), one.Selector, one.Why);
        terminal.Out.WriteLine();
        table.Write(terminal);
    }

    private static void PrintTargets(Terminal terminal, HostDetail host)
    {
        if (host.State is not { Targets: { Count: > 0 } targets })
            return;
        var table = new Table(
            ("TARGET", Align.Left),
            ("CONFIGURED", Align.Left),
            ("REQUIRED", Align.Left),
            ("EFFECTIVE", Align.Right),
            ("RTT", Align.Right),
            ("OWNER", Align.Left),
            ("OUTCOME", Align.Left)
        );
        foreach (var target in targets)
        {
            var seen = host.Evidence.FirstOrDefault(e =>
                e.TargetId == target.Id && e is { Method: EvidenceMethod.FreshConnection, Conclusive: true }
            );
            table.Add(
                target.Id,
                target.Configured.ToString(),
                target.Wanted?.ToString() ?? "-",
                FleetText.Number(seen?.EffectiveSegments),
                seen?.RttMicroseconds is { } rtt ? string.Create(CultureInfo.InvariantCulture, $"{rtt / 1000.0:0.0} ms") : "-",
                target.Owner,
                target.Reason.Length > 0 ? $"{OutcomeText.Of(target)}: {target.Reason}" : OutcomeText.Of(target)
            );
        }
        terminal.Out.WriteLine();
        table.Write(terminal);
    }

    private static void PrintHistory(Terminal terminal, IReadOnlyList<HostHistoryEntry> history)
    {
        if (history.Count == 0)
            return;
        var table = new Table(("TIME", Align.Left), ("WHAT", Align.Left), ("", Align.Left));
        foreach (var entry in history)
            table.Add(
                FleetText.Time(entry.At),
                HistoryWords.Of(entry.Kind),
                entry.Verdict is { } verdict
                    ? $"{VerdictWords.Of(verdict).Word}: {entry.Text}{(entry.Late ? "; reported later" : "")}"
                    : entry.Text
            );
        terminal.Out.WriteLine();
        table.Write(terminal);
    }
}
