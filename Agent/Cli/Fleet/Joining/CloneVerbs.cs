using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Enrolment;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Joining;

/// <summary>Machines that share an identity: listed, and decided one by one.</summary>
internal static class CloneVerbs
{
    private const int PageSize = 500;

    public static Verb List(CliContext context)
    {
        var all = new Option<bool>("--all") { Description = "Include decided cases" };
        var verb = new Verb(VerbGroup.Fleet, "clones", "Machines that share an identity: the older is served, the younger quarantined")
        {
            Details =
                "The quarantined machine keeps what it has, gets nothing new, and its reports do not count, until 'adopt', 'rekey' or "
                + "'close' decides.",
            Examples =
            [
                ("iwtune fleet hosts adopt web-1 --reason 'a second web server'", "the copy becomes a host of its own"),
                ("iwtune fleet hosts rekey web-1 --reason 'moved to new hardware'", "the copy keeps the identity"),
            ],
        };
        verb.Add(all);
        verb.Add(JsonOption.Option);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var page = await AllAsync(fleet, parsed.GetValue(all), ct);
                return context.Answer(
                    parsed,
                    page,
                    EnrolmentJson.Default.ClonePage,
                    () => Print(context.Terminal, page, context.Time.GetUtcNow())
                );
            }
        );
        return verb;
    }

    public static Verb Adopt(CliContext context) =>
        Decide(
            context,
            "adopt",
            "Make the quarantined copy of a host a separate host",
            FleetPaths.CloneAdopt,
            one => $"The copy of {one.HostName} becomes a host of its own with its next call; {one.HostName} does not change."
        );

    public static Verb Rekey(CliContext context) =>
        Decide(
            context,
            "rekey",
            "Keep the quarantined copy as the host, and quarantine the other in its place",
            FleetPaths.CloneRekey,
            one =>
                $"The younger machine is {one.HostName} from now on and makes a new secret; the older is quarantined. 'iwtune enroll "
                + "--again' there enrols it again."
        );

    public static Verb Close(CliContext context) =>
        Decide(
            context,
            "close",
            "Close the case of a quarantined copy that no longer exists",
            FleetPaths.CloneClose,
            one => $"The case of {one.HostName} is closed. Should the copy call again, it is a new one."
        );

    private static async Task<ClonePage> AllAsync(FleetConnection fleet, bool all, CancellationToken ct)
    {
        var cases = new List<CloneCase>();
        ClonePage page;
        string? after = null;
        do
        {
            page = await fleet.GetAsync(
                $"{FleetPaths.Clones}?all={(all ? "true" : "false")}&limit={PageSize}"
                    + $"{(after is null ? "" : $"&after={Uri.EscapeDataString(after)}")}",
                EnrolmentJson.Default.ClonePage,
                ct
            );
            cases.AddRange(page.Cases);
            after = page.Next;
        } while (after is not null);
        return new ClonePage(cases, null, page.Open);
    }

    private static void Print(Terminal terminal, ClonePage page, DateTimeOffset now)
    {
        var table = new Table(
            ("HOST", Align.Left),
            ("STATE", Align.Left),
            ("FOUND", Align.Left),
            ("OLDER", Align.Left),
            ("YOUNGER", Align.Left),
            ("LAST CALL", Align.Left),
            ("REASON", Align.Left)
        );
        foreach (var one in page.Cases)
        {
            table.Add(
                one.HostName,
                new Cell(one.State.ToString(), one.State == CloneState.Open ? Ink.Bad : Ink.Quiet),
                $"{Age.Of(now - one.Found)} ago",
                Machine(one.Older),
                Machine(one.Younger),
                one.LastCall is { } call ? $"{Age.Of(now - call)} ago" : new Cell("-", Ink.Quiet),
                one.Reason
            );
        }
        table.Write(terminal);
        terminal.Error.WriteLine(
            page.Open == 0 ? "No machine is quarantined." : $"{page.Open} {(page.Open == 1 ? "case is" : "cases are")} open."
        );
    }

    private static string Machine(CloneMachine machine) =>
        $"{(machine.Address.Length > 0 ? machine.Address : "?")} boot "
        + $"{(machine.BootId.Length > 8 ? machine.BootId[..8] : machine.BootId.Length > 0 ? machine.BootId : "?")}";

    private static Verb Decide(CliContext context, string name, string description, Func<string, string> path, Func<CloneCase, string> told)
    {
        var host = new Argument<string>("HOST") { Description = "Name or id of the host they share, or the id of the case" };
        var reason = new Option<string>("--reason")
        {
            Description = "Why, for the audit log",
            HelpName = "TEXT",
            Required = true,
        };
        var verb = new Verb(VerbGroup.Fleet, name, description);
        verb.Add(host);
        verb.Add(reason);
        verb.Add(JsonOption.Option);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var named = parsed.GetRequiredValue(host);
                var open = (await AllAsync(fleet, all: false, ct))
                    .Cases.Where(one => one.Id == named || one.HostId == named || one.HostName == named)
                    .ToList();
                if (open is not [var meant])
                    throw new FleetRefusedException(
                        ExitCode.Error,
                        open.Count == 0
                            ? $"No open case is of '{named}'. 'iwtune fleet hosts clones' lists them."
                            : $"{open.Count} open cases are of '{named}'. Use the id of the case: {Listed(open)}."
                    );
                var decided = await fleet.PostAsync(
                    path(meant.Id),
                    new ReasonRequest(parsed.GetRequiredValue(reason)),
                    AdministrationJson.Default.ReasonRequest,
                    EnrolmentJson.Default.CloneCase,
                    ct
                );
                return context.Answer(parsed, decided, EnrolmentJson.Default.CloneCase, told(decided));
            }
        );
        return verb;
    }

    private static string Listed(IEnumerable<CloneCase> cases) =>
        string.Join(", ", cases.Select(one => $"{one.Id} (host {one.HostId}, found {FleetText.Time(one.Found)})"));
}
