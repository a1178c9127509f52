using System.CommandLine;
using System.Globalization;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Agent.Cli.Fleet.Standing;

/// <summary>Who changes windows that belong to another owner, and which hosts have drifted.</summary>
internal static class DriftVerb
{
    public static Verb Create(CliContext context)
    {
        var filter = StandingReading.Filter();
        var host = new Option<string>("--host") { Description = "One host, with its targets", HelpName = "NAME" };
        var days = new Option<int?>("--days") { Description = "How many days back, today included; 1..35 [default: 1]", HelpName = "N" };
        var verb = new Verb(VerbGroup.Fleet, "drift", "Who changes windows, how often, and which hosts have drifted now")
        {
            Details =
                "Counts are of changes that agents found, repairs they made and fights they gave up, by day in UTC. Ends with 2 when a "
                + "host has drifted, with 0 otherwise.",
            Examples =
            [
                ("iwtune fleet drift --days 7", "this week, over the fleet"),
                ("iwtune fleet drift --host fra-web-017", "which routes of one host, and by whom"),
            ],
        };
        verb.Add(filter);
        verb.Add(host);
        verb.Add(days);
        verb.Add(JsonOption.Option);
        verb.Runs(
            context,
            (fleet, parsed, ct) =>
                parsed.GetValue(host) is { } one
                    ? HostAsync(fleet, context, one, parsed.GetValue(days) ?? 1, parsed.WantsJson(), ct)
                    : FleetAsync(fleet, context, parsed.GetValue(filter) ?? "", parsed.GetValue(days) ?? 1, parsed.WantsJson(), ct),
            parsed => parsed.GetValue(host)
        );
        return verb;
    }

    private static async Task<int> FleetAsync(
        FleetConnection fleet,
        CliContext context,
        string filter,
        int days,
        bool json,
        CancellationToken ct
    )
    {
        var found = await fleet.GetAsync(
            $"{FleetPaths.Disturbances}?q={Uri.EscapeDataString(filter)}&days={days}",
            StandingJson.Default.FleetDisturbances,
            ct
        );
        var drifted = json
            ? await StandingReading.PageAsync(fleet, StandingKind.Drift, filter, "", 1, ct)
            : await StandingReading.AllAsync(fleet, StandingKind.Drift, filter, ct);
        var exit = drifted.Matched > 0 ? ExitCode.Differs : ExitCode.Fine;
        if (json)
        {
            FleetJson.Write(context.Terminal.Out, found, StandingJson.Default.FleetDisturbances);
            return exit;
        }
        foreach (var writer in found.Writers)
            context.Terminal.Out.WriteLine(
                $"{Named(writer.Writer)}: {Did(writer.Changes, writer.Repairs, writer.Fights)} on {Of(writer.Hosts, "host")} "
                    + $"{Span(days)}{(days > 1 ? Daily(writer) : "")}"
            );
        if (found.Writers.Count == 0)
            context.Terminal.Out.WriteLine($"No window was changed {Span(days)}.");
        if (drifted.Hosts.Count > 0)
        {
            context.Terminal.Out.WriteLine();
            StandingText.Write(context.Terminal, drifted, StandingKind.Drift, context.Time.GetUtcNow());
        }
        context.Terminal.Error.WriteLine(
            $"{Of(drifted.Matched, "host")} of {drifted.Total} {(drifted.Matched == 1 ? "has" : "have")} drifted now."
        );
        return exit;
    }

    private static async Task<int> HostAsync(
        FleetConnection fleet,
        CliContext context,
        string host,
        int days,
        bool json,
        CancellationToken ct
    )
    {
        var found = await fleet.GetAsync($"{FleetPaths.HostDisturbances(host)}?days={days}", StandingJson.Default.HostDisturbances, ct);
        var detail = await fleet.GetAsync(FleetPaths.Host(host), HostsJson.Default.HostDetail, ct);
        var exit = detail.Summary.Verdict == Verdict.Drifted ? ExitCode.Differs : ExitCode.Fine;
        if (json)
        {
            FleetJson.Write(context.Terminal.Out, found, StandingJson.Default.HostDisturbances);
            return exit;
        }
        var table = new Table(
            ("DAY", Align.Left),
            ("TARGET", Align.Left),
            ("CHANGED BY", Align.Left),
            ("CHANGES", Align.Right),
            ("REPAIRS", Align.Right),
            ("GIVEN UP", Align.Right),
            ("LAST", Align.Left)
        );
        foreach (var one in found.Targets)
            table.Add(
                one.Day.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture),
                one.Target.Length == 0 ? "-" : one.Target,
                Named(one.Writer),
                Number(one.Changes),
                Number(one.Repairs),
                Number(one.Fights),
                FleetText.Time(one.Last)
            );
        if (found.Targets.Count == 0)
            context.Terminal.Out.WriteLine($"No window of {found.HostName} was changed {Span(days)}.");
        else
            table.Write(context.Terminal);
        context.Terminal.Error.WriteLine($"{VerdictWords.Of(detail.Summary.Verdict).Word}: {detail.Summary.Reason}");
        return exit;
    }

    private static string Did(long changes, long repairs, long fights) =>
        string.Join(
            ", ",
            (string[])
                [
                    .. repairs > 0 ? [Of(repairs, "repair")] : Array.Empty<string>(),
                    .. changes > 0 ? [Of(changes, "change")] : Array.Empty<string>(),
                    .. fights > 0 ? [$"{Of(fights, "time")} given up"] : Array.Empty<string>(),
                ]
        );

    private static string Daily(Disturber writer) =>
        $" ({string.Join(", ", writer.ByDay.Select(day => $"{Date(day.Day)}: {Did(day.Changes, day.Repairs, day.Fights)}"))})";

    private static string Date(DateOnly day) => day.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);

    private static string Named(string writer) => writer.Length == 0 ? "unknown" : writer;

    private static string Span(int days) => days == 1 ? "today" : $"in {days} days";

    private static string Of(long count, string noun) =>
        string.Create(CultureInfo.InvariantCulture, $"{count} {noun}{(count == 1 ? "" : "s")}");

    private static string Number(long value) => value.ToString(CultureInfo.InvariantCulture);
}
