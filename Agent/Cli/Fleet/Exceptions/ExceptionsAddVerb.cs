using System.CommandLine;
using System.Globalization;
using IwTune.Agent.Cli.Fleet.Hosts;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Agent.Cli.Fleet.Exceptions;

/// <summary>Excepts hosts from verdicts.</summary>
internal static class ExceptionsAddVerb
{
    private static readonly Option<string> Host = new("--host") { Description = "One host, by name or id", HelpName = "NAME" };
    private static readonly Option<string> Selector = new("--selector")
    {
        Description = "All hosts that match, now and later: 'site:fra role:db'",
        HelpName = "SELECTOR",
    };
    private static readonly Option<string> Reason = new("--reason")
    {
        Description = "Reason; shown with every verdict and in the audit log",
        HelpName = "TEXT",
        Required = true,
    };
    private static readonly Option<string> Ticket = new("--ticket") { Description = "Ticket or document of the decision", HelpName = "ID" };
    private static readonly Option<int?> Days = new("--days") { Description = "End it after this many days, at most 731", HelpName = "N" };
    private static readonly Option<string> Until = new("--until")
    {
        Description = "End it at this time: 2027-01-31 (that day included, UTC), or 2027-01-31T12:00Z",
        HelpName = "TIME",
    };
    private static readonly Option<bool> Endless = new("--endless") { Description = "The exception has no end date" };

    public static Verb Create(CliContext context)
    {
        var confirm = HostNumber.Option();
        var verb = new Verb(VerbGroup.Fleet, "add", "Except hosts from compliance for a time; their policy does not change")
        {
            Details = "One of --host and --selector, and one of --days, --until and --endless.",
            Examples =
            [
                (
                    "iwtune fleet exceptions add --host fra-db-3 --reason 'moves to new hardware' --ticket CHG-4711 --days 30",
                    "one host, for a month"
                ),
            ],
        };
        foreach (var option in new Option[] { Host, Selector, Reason, Ticket, Days, Until, Endless, confirm })
            verb.Add(option);
        verb.Runs(
            context,
            parsed => Read(parsed, context.Time.GetUtcNow()),
            async (fleet, request, parsed, ct) =>
            {
                var made = await HostNumber.AskedAsync(
                    context.Terminal,
                    parsed.GetValue(confirm),
                    number =>
                        fleet.PostAsync(
                            FleetPaths.Exceptions,
                            request with
                            {
                                Confirm = number,
                            },
                            ExceptionJson.Default.ExceptionRequest,
                            ExceptionJson.Default.ExceptionSummary,
                            ct
                        )
                );
                foreach (var warning in made.Warnings)
                    context.Terminal.Error.WriteLine($"warning: {warning}.");
                context.Terminal.Out.WriteLine(
                    $"'{made.Host ?? made.Selector}' is excepted {FleetText.Until(made)}: "
                        + $"{(made.Hosts == 1 ? "1 host" : $"{made.Hosts} hosts")}. 'iwtune fleet exceptions remove {made.Id}' "
                        + "ends it."
                );
                return ExitCode.Fine;
            },
            request => request.Host
        );
        return verb;
    }

    /// <exception cref="UsageException">Options that are missing or contradict each other; all problems at once.</exception>
    private static ExceptionRequest Read(ParseResult parsed, DateTimeOffset now)
    {
        var (host, selector, days, until) = (
            parsed.GetValue(Host),
            parsed.GetValue(Selector),
            parsed.GetValue(Days),
            parsed.GetValue(Until)
        );
        var problems = new List<string>();
        if (host is null == selector is null)
            problems.Add("Give one of --host and --selector.");
        if ((days is null ? 0 : 1) + (until is null ? 0 : 1) + (parsed.GetValue(Endless) ? 1 : 0) != 1)
            problems.Add("Give one of --days, --until and --endless.");
        if (days is < 1 or > 731)
            problems.Add($"--days {days}: is between 1 and 731.");
        DateTimeOffset? end = days is { } count and >= 1 and <= 731 ? now.AddDays(count) : null;
        if (until is not null && (end = Moment(until)) is null)
            problems.Add($"--until '{until}': write a day, as 2027-01-31, or a moment, as 2027-01-31T12:00Z.");
        return problems.Count > 0
            ? throw new UsageException(string.Join('\n', problems))
            : new ExceptionRequest
            {
                Host = host,
                Selector = selector,
                Reason = parsed.GetRequiredValue(Reason),
                Ticket = parsed.GetValue(Ticket) ?? "",
                Until = end,
                Endless = parsed.GetValue(Endless),
            };
    }

    private static DateTimeOffset? Moment(string text) =>
        DateOnly.TryParseExact(text, "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out var day)
        && day < DateOnly.MaxValue
            ? new DateTimeOffset(day.AddDays(1), TimeOnly.MinValue, TimeSpan.Zero)
        : text.Contains('T', StringComparison.Ordinal)
        && DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var moment)
            ? moment
        : null;
}
