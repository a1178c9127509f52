using System.CommandLine;
using System.Globalization;
using IwTune.Agent.Cli.Options;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Rollouts;

/// <summary>Sets a freeze.</summary>
internal static class FreezesAddVerb
{
    public static Verb Create(CliContext context)
    {
        var from = Moment("--from", "When it begins, as 2026-11-27T00:00Z [default: now]");
        var until = Moment("--until", "When it ends");
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
        var verb = new Verb(VerbGroup.Fleet, "add", "Let no ring start for a time; what is on its way goes on being watched")
        {
            Examples =
            [
                ("iwtune fleet freezes add --from 2026-11-27T00:00Z --until 2026-11-30T08:00Z --reason 'Black Friday'", "days to come"),
                ("iwtune fleet freezes add --for 2h --reason 'incident 4711'", "at once"),
            ],
        };
        foreach (var option in (Option[])[from, until, length, reason, JsonOption.Option])
            verb.Add(option);
        verb.SetAction(
            (parsed, ct) =>
            {
                var begin = parsed.GetValue(from);
                var end = (parsed.GetValue(until), parsed.GetValue(length)) switch
                {
                    ({ } moment, null) => moment,
                    (null, { } time) => (begin ?? context.Time.GetUtcNow()) + time,
                    _ => throw new UsageException("Say when it ends, with either --until or --for. Nothing was done."),
                };
                return FleetConnection.UseAsync(
                    context,
                    parsed,
                    async fleet =>
                    {
                        var made = await fleet.PostAsync(
                            FleetPaths.Freezes,
                            new FreezeRequest(begin, end, parsed.GetRequiredValue(reason)),
                            RolloutJson.Default.FreezeRequest,
                            RolloutJson.Default.Freeze,
                            "",
                            ct
                        );
                        if (parsed.WantsJson())
                            FleetJson.Write(context.Terminal.Out, made, RolloutJson.Default.Freeze);
                        else
                            context.Terminal.Say(
                                $"No ring starts from {FleetText.Time(made.From)} to {FleetText.Time(made.Until)}. 'iwtune fleet "
                                    + $"freezes remove {made.Id}' ends it.",
                                hanging: 0
                            );
                        return ExitCode.Fine;
                    },
                    ct
                );
            }
        );
        return verb;
    }

    private static Option<DateTimeOffset?> Moment(string name, string description) =>
        new(name)
        {
            HelpName = "TIME",
            Description = description,
            CustomParser = result =>
            {
                var text = result.Tokens.Count == 1 ? result.Tokens[0].Value : "";
                if (DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var moment))
                    return moment;
                result.AddError($"{name} '{text}': write a moment as 2026-11-27T00:00Z, or with an offset as 2026-11-27T01:00+01:00.");
                return null;
            },
        };
}
