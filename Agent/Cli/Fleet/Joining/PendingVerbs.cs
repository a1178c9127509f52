using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Enrolment;

namespace IwTune.Agent.Cli.Fleet.Joining;

/// <summary>Hosts that wait for approval: listed, approved, refused.</summary>
internal static class PendingVerbs
{
    private const int PageSize = 500;

    public static Verb List(CliContext context)
    {
        var all = new Option<bool>("--all") { Description = "Also hosts that were refused, or not approved in time" };
        var verb = new Verb(VerbGroup.Fleet, "pending", "Hosts that asked to enrol and wait for an administrator")
        {
            Details =
                "They receive nothing and change nothing on themselves. TWINS are hosts with the same machine id: a copy, or the same "
                + "machine set up again.",
            Examples =
            [
                ("iwtune fleet hosts pending", "who waits"),
                ("iwtune fleet hosts approve --selector 'site:fra os:linux'", "let some of them in"),
            ],
        };
        verb.Add(all);
        verb.Add(JsonOption.Option);
        verb.Runs(context, (fleet, parsed, ct) => RunAsync(fleet, context, parsed.GetValue(all), parsed.WantsJson(), ct));
        return verb;
    }

    public static Verb Approve(CliContext context) =>
        Decide(
            context,
            "approve",
            "Let a host that waits into the fleet, or every one that a selector matches",
            FleetPaths.Approve,
            reasonNeeded: false,
            done =>
                $"{Names(done)} {(done.Matched == 1 ? "is enrolled and receives its" : "are enrolled and receive their")} policy with the "
                + "next check-in. 'iwtune fleet hosts show' shows the state."
        );

    public static Verb Refuse(CliContext context) =>
        Decide(
            context,
            "refuse",
            "Refuse a host that waits, or every one that a selector matches",
            FleetPaths.Refuse,
            reasonNeeded: true,
            done => $"{Names(done)} {(done.Matched == 1 ? "is" : "are")} refused. 'iwtune enroll --again' on the host asks anew."
        );

    /// <summary>The first of some hosts by name, and how many more.</summary>
    public static string Names(HostsDecided done) =>
        $"{string.Join(", ", done.Hosts.Take(3))}{(done.Matched > 3 ? $" and {done.Matched - 3} more" : "")}";

    private static async Task<int> RunAsync(FleetConnection fleet, CliContext context, bool all, bool json, CancellationToken ct)
    {
        var hosts = new List<PendingHost>();
        PendingPage page;
        var after = "";
        do
        {
            page = await fleet.GetAsync(
                $"{FleetPaths.Pending}?all={(all ? "true" : "false")}&after={Uri.EscapeDataString(after)}&limit={PageSize}",
                EnrolmentJson.Default.PendingPage,
                ct
            );
            hosts.AddRange(page.Hosts);
            after = page.Next ?? "";
        } while (after.Length > 0);
        if (json)
            FleetJson.Write(context.Terminal.Out, new PendingPage(hosts, null, page.Waiting), EnrolmentJson.Default.PendingPage);
        else
            Print(context.Terminal, hosts, page.Waiting, context.Time.GetUtcNow());
        return ExitCode.Fine;
    }

    private static void Print(Terminal terminal, List<PendingHost> hosts, int waiting, DateTimeOffset now)
    {
        var table = new Table(
            ("HOST", Align.Left),
            ("STATE", Align.Left),
            ("SYSTEM", Align.Left),
            ("ADDRESS", Align.Left),
            ("TOKEN", Align.Left),
            ("LABELS", Align.Left),
            ("TWINS", Align.Left),
            ("ASKED", Align.Left),
            ("LAST CALL", Align.Left),
            ("ID", Align.Left)
        );
        foreach (var host in hosts)
        {
            table.Add(
                host.Name,
                new Cell(host.State.ToString(), host.State == PendingState.Waiting ? Ink.Attention : Ink.Quiet),
                $"{host.OsName}, {host.Kernel}",
                host.Address,
                host.Token,
                string.Join(' ', host.Labels.Select(label => $"{label.Key}:{label.Value}")),
                string.Join(", ", host.Twins),
                $"{Age.Of(now - host.Asked)} ago",
                host.LastCall is { } call ? $"{Age.Of(now - call)} ago" : new Cell("-", Ink.Quiet),
                host.Id
            );
        }
        table.Write(terminal);
        terminal.Error.WriteLine(waiting == 0 ? "No host waits." : $"{waiting} {(waiting == 1 ? "host waits" : "hosts wait")}.");
    }

    private static Verb Decide(
        CliContext context,
        string name,
        string description,
        string path,
        bool reasonNeeded,
        Func<HostsDecided, string> told
    )
    {
        var host = new Argument<string?>("HOST") { Description = "Its name, or its id", Arity = ArgumentArity.ZeroOrOne };
        var selector = new Option<string>("--selector")
        {
            Description = "Every host that waits and matches at this moment; '*' for all",
            HelpName = "SELECTOR",
        };
        var reason = new Option<string>("--reason")
        {
            Description = "Why, for the audit log",
            HelpName = "TEXT",
            Required = reasonNeeded,
        };
        var verb = new Verb(VerbGroup.Fleet, name, description);
        verb.Add(host);
        verb.Add(selector);
        verb.Add(reason);
        verb.Add(JsonOption.Option);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var request = new PendingDecision(parsed.GetValue(host), parsed.GetValue(selector), parsed.GetValue(reason) ?? "");
                var done = await fleet.PostAsync(
                    path,
                    request,
                    EnrolmentJson.Default.PendingDecision,
                    EnrolmentJson.Default.HostsDecided,
                    ct
                );
                return context.Answer(parsed, done, EnrolmentJson.Default.HostsDecided, told(done));
            },
            parsed => parsed.GetValue(host)
        );
        return verb;
    }
}
