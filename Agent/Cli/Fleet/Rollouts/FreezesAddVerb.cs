using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Agent.Cli.Fleet.Rollouts;

/// <summary>Sets a freeze.</summary>
internal static class FreezesAddVerb
{
    public static Verb Create(CliContext context)
    {
        var from = MomentOption.Create("--from", "When it begins, as 2026-11-27T00:00Z [default: now]");
        var until = MomentOption.Create("--until", "When it ends");
        var length = DurationOption.Create(
            "--for",
            "How long, in place of --until",
            "48h",
            TimeSpan.FromMinutes(1),
            TimeSpan.FromDays(366)
        );
        var reason = new Option<string>("--reason")
        {
            HelpName = "TEXT",
            Description = "Why; the audit log keeps it",
            Required = true,
        };
        var verb = new Verb(VerbGroup.Fleet, "add", "Stop rings from starting for a time; started rings continue")
        {
            Examples =
            [
                ("iwtune fleet freezes add --from 2026-11-27T00:00Z --until 2026-11-30T08:00Z --reason 'Black Friday'", "days to come"),
                ("iwtune fleet freezes add --for 2h --reason 'incident 4711'", "at once"),
            ],
        };
        foreach (var option in (Option[])[from, until, length, reason, JsonOption.Option])
            verb.Add(option);
        verb.Runs(
            context,
            Read,
            async (fleet, request, parsed, ct) =>
            {
                var made = await fleet.PostAsync(
                    FleetPaths.Freezes,
                    request,
                    RolloutJson.Default.FreezeRequest,
                    RolloutJson.Default.Freeze,
                    ct
                );
                return context.Answer(
                    parsed,
                    made,
                    RolloutJson.Default.Freeze,
                    $"No ring starts from {FleetText.Time(made.From)} to {FleetText.Time(made.Until)}. 'iwtune fleet freezes remove "
                        + $"{made.Id}' ends it."
                );
            }
        );
        return verb;

        // A length is counted by the server's clock, which decides when rings start.
        FreezeRequest Read(ParseResult parsed) =>
            (parsed.GetValue(until), parsed.GetValue(length)) switch
            {
                ({ } moment, null) => new(parsed.GetValue(from), moment, parsed.GetRequiredValue(reason)),
                (null, { } time) => new(parsed.GetValue(from), null, parsed.GetRequiredValue(reason)) { Seconds = (long)time.TotalSeconds },
                _ => throw new UsageException("Say when it ends, with either --until or --for. Nothing was done."),
            };
    }
}
