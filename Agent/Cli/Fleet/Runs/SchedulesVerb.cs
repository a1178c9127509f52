using System.CommandLine;
using IwTune.Agent.Cli.Fleet.Compliance;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Agent.Cli.Fleet.Runs;

/// <summary>When runs are made without being asked for.</summary>
internal static class SchedulesVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Fleet, "schedules", "Times at which the server makes compliance runs")
        {
            Examples =
            [
                (
                    "iwtune fleet schedules add monthly --cron '0 6 1 * *' --zone Europe/Berlin --formats pdf,xlsx --reason 'as agreed'",
                    "on the first of each month at 06:00"
                ),
            ],
        };
        verb.Add(List(context));
        verb.Add(Add(context));
        verb.Add(Remove(context));
        return verb;
    }

    private static Verb List(CliContext context) =>
        new Verb(VerbGroup.Fleet, "list", "Schedules by name").Lists(
            context,
            _ => RunPaths.Schedules,
            () => ComplianceJson.Default.IReadOnlyListRunSchedule,
            "No schedules. Runs are made only when a person starts them.",
            [
                new("NAME", one => one.Name),
                new("TIME", one => one.Cron ?? ""),
                new("ZONE", one => one.Cron is null ? "" : one.Zone),
                new("ROLLOUTS", one => one.AfterRollouts ? "yes" : ""),
                new("NEXT", one => one.Next is { } next ? FleetText.Time(next) : ""),
                new("HOSTS", one => one.Query.Length > 0 ? one.Query : "all"),
                new("MORE FILES", one => string.Join(",", one.Formats)),
                new("DAYS", one => RunText.Number(one.KeepDays), Align.Right),
                new("SENT TO", one => one.SentTo),
            ]
        );

    private static Verb Add(CliContext context)
    {
        var name = new Argument<string>("NAME") { Description = "Lower-case letters, digits and hyphens; files are called by it" };
        var cron = new Option<string>("--cron")
        {
            HelpName = "TIME",
            Description = "Minute, hour, day, month and weekday: '0 6 * * mon' is Mondays at 06:00",
        };
        var zone = new Option<string>("--zone") { HelpName = "NAME", Description = "The time zone of --cron [default: UTC]" };
        var rollouts = new Option<bool>("--after-rollouts") { Description = "Also when a rollout is completed" };
        var query = ComplianceOptions.Query();
        var formats = ComplianceOptions.Formats();
        var days = RunOptions.Days();
        var folder = new Option<bool>("--folder") { Description = "Also write each file to the server's --export-folder" };
        var mail = new Option<string[]>("--mail")
        {
            HelpName = "ADDRESS",
            Description = "Also send each file to this address, where the server has --smtp; may be repeated",
        };
        var reason = RunOptions.Reason();
        var verb = new Verb(VerbGroup.Fleet, "add", "Make compliance runs at these times, each with the changes since the one before");
        verb.Add(name);
        foreach (var option in (Option[])[cron, zone, rollouts, query, formats, days, folder, mail, reason, JsonOption.Option])
            verb.Add(option);
        verb.Runs(
            context,
            parsed => new ScheduleRequest(
                parsed.GetRequiredValue(name),
                parsed.GetRequiredValue(reason),
                parsed.GetValue(cron),
                parsed.GetValue(zone),
                parsed.GetValue(rollouts),
                parsed.GetValue(query),
                ComplianceOptions.Read(parsed.GetValue(formats), "Nothing was added."),
                parsed.GetValue(days),
                parsed.GetValue(folder),
                parsed.GetValue(mail) is { Length: > 0 } recipients ? recipients : null
            ),
            async (fleet, request, parsed, ct) =>
            {
                var made = await fleet.PostAsync(
                    RunPaths.Schedules,
                    request,
                    ComplianceJson.Default.ScheduleRequest,
                    ComplianceJson.Default.RunSchedule,
                    ct
                );
                return context.Answer(
                    parsed,
                    made,
                    ComplianceJson.Default.RunSchedule,
                    $"Added.{(made.Next is { } next ? $" The first run is at {FleetText.Time(next)}." : "")}"
                );
            }
        );
        return verb;
    }

    private static Verb Remove(CliContext context)
    {
        var name = new Argument<string>("NAME") { Description = "As 'iwtune fleet schedules list' shows it" };
        var reason = RunOptions.Reason();
        var verb = new Verb(VerbGroup.Fleet, "remove", "Remove a schedule; its runs stay");
        verb.Add(name);
        verb.Add(reason);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var wanted = parsed.GetRequiredValue(name);
                var all = await fleet.ListAsync(RunPaths.Schedules, null, ComplianceJson.Default.IReadOnlyListRunSchedule, ct);
                var found =
                    all.FirstOrDefault(one => one.Name == wanted)
                    ?? throw new FleetRefusedException(ExitCode.Error, $"There is no schedule '{wanted}'. See GET {RunPaths.Schedules}.");
                await fleet.DeleteAsync(
                    $"{RunPaths.Schedule(found.Id)}?reason={Uri.EscapeDataString(parsed.GetRequiredValue(reason))}",
                    ct
                );
                context.Terminal.Out.WriteLine("Removed. Its runs stay.");
                return ExitCode.Fine;
            }
        );
        return verb;
    }
}
