using System.CommandLine;
using System.Globalization;
using IwTune.Agent.Cli.Options;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Retention;

/// <summary>Sets a legal hold.</summary>
internal static class LegalHoldVerb
{
    public static Verb Create(CliContext context)
    {
        var name = new Option<string>("--name")
        {
            HelpName = "TEXT",
            Description = "What people call it: a case number",
            Required = true,
        };
        var selector = new Option<string>("--selector")
        {
            HelpName = "SELECTOR",
            Description = "Its hosts, those that left the fleet included; '*' for all",
            Required = true,
        };
        var from = Moment("--from", "What is kept begins with how things stood then, as 2026-01-01T00:00Z");
        from.Required = true;
        var until = Moment("--until", "and ends then [default: no end]");
        var reason = new Option<string>("--reason")
        {
            HelpName = "TEXT",
            Description = "Why; the audit log keeps it",
            Required = true,
        };
        var verb = new Verb(VerbGroup.Fleet, "hold", "Suspend deletion for hosts and a time until it is lifted");
        foreach (var option in (Option[])[name, selector, from, until, reason, JsonOption.Option])
            verb.Add(option);
        verb.SetAction(
            (parsed, ct) =>
                FleetConnection.UseAsync(
                    context,
                    parsed,
                    async fleet =>
                    {
                        var request = new LegalHoldRequest(
                            parsed.GetRequiredValue(name),
                            parsed.GetRequiredValue(selector),
                            parsed.GetValue(from)!.Value,
                            parsed.GetRequiredValue(reason),
                            parsed.GetValue(until)
                        );
                        var made = await fleet.PostAsync(
                            FleetPaths.LegalHolds,
                            request,
                            RetentionJson.Default.LegalHoldRequest,
                            RetentionJson.Default.LegalHold,
                            "",
                            ct
                        );
                        if (parsed.WantsJson())
                            FleetJson.Write(context.Terminal.Out, made, RetentionJson.Default.LegalHold);
                        else
                            context.Terminal.Say(
                                $"Nothing of {made.Hosts} {(made.Hosts == 1 ? "host" : "hosts")} from {FleetText.Time(made.From)} on is "
                                    + $"deleted. 'iwtune fleet retention lift {made.Id} --reason …' lifts it.",
                                hanging: 0
                            );
                        return ExitCode.Fine;
                    },
                    ct
                )
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
